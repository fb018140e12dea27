"""What the net tells apart, and how that relates to the labels of the photos and to the regions of the drawings."""

from __future__ import annotations

#: In the order of the net's output.
CLASSES = (
    'background',
    'hair',
    'face',
    'torso',
    'arms',
    'legs',
    'top',
    'outerwear',
    'trousers',
    'skirt',
    'dress',
    'shoes',
    'bag',
    'scarf',
    'hat',
    'belt',
    'tights',
)
#: Order of REGIONS in src/analysis.ts, which is that of the drawings.
REGIONS = ('background', 'hair', 'skin', 'upper', 'lower', 'shoes', 'other')
#: The classes that each region of the drawings may be.
CLASSES_OF_REGION = {
    'background': ('background',),
    'hair': ('hair',),
    'skin': ('face', 'torso', 'arms', 'legs'),
    'upper': ('top', 'outerwear', 'dress'),
    'lower': ('trousers', 'skirt', 'dress', 'tights'),
    'shoes': ('shoes', 'tights'),
    'other': ('bag', 'scarf', 'hat', 'belt'),
}
#: The region of each class when the engine uses it; a dress is upper above the waist and lower below it.
REGION_OF_CLASS = {
    'background': 'background',
    'hair': 'hair',
    'face': 'skin',
    'torso': 'skin',
    'arms': 'skin',
    'legs': 'skin',
    'top': 'upper',
    'outerwear': 'upper',
    'trousers': 'lower',
    'skirt': 'lower',
    'dress': 'upper',
    'shoes': 'shoes',
    'bag': 'other',
    'scarf': 'other',
    'hat': 'other',
    'belt': 'other',
    'tights': 'lower',
}
#: The class of each label of the photos; skin (2) is divided by the pose.
SKIN_LABEL = 2
CLASS_OF_LABEL = {
    0: 'background',
    1: 'hair',
    3: 'top',
    4: 'outerwear',
    5: 'trousers',
    6: 'skirt',
    7: 'dress',
    8: 'shoes',
    9: 'bag',
    10: 'hat',
    11: 'face',
    12: 'scarf',
    13: 'belt',
    14: 'tights',
}
#: The classes that each tag of a photo without a map of parts may be.
CLASSES_OF_TAG = {
    **dict.fromkeys(('bag', 'purse', 'wallet'), ('bag',)),
    **dict.fromkeys(('blazer', 'cape', 'cardigan', 'coat', 'jacket', 'suit'), ('outerwear',)),
    **dict.fromkeys(('blouse', 'bra', 'hoodie', 'intimate', 'shirt', 'sweater', 'sweatshirt', 't-shirt'), ('top',)),
    **dict.fromkeys(('top', 'jumper'), ('top',)),
    'vest': ('top', 'outerwear'),
    **dict.fromkeys(('bodysuit', 'romper'), ('dress', 'top')),
    'dress': ('dress',),
    'skirt': ('skirt',),
    **dict.fromkeys(('jeans', 'pants', 'shorts'), ('trousers',)),
    'leggings': ('trousers', 'tights'),
    **dict.fromkeys(('socks', 'stockings', 'tights'), ('tights',)),
    **dict.fromkeys(('boots', 'clogs', 'flats', 'heels', 'loafers', 'pumps', 'sandals', 'shoes'), ('shoes',)),
    **dict.fromkeys(('sneakers', 'wedges'), ('shoes',)),
    **dict.fromkeys(('scarf', 'tie', 'gloves', 'accessories', 'necklace', 'bracelet', 'watch'), ('scarf',)),
    'hat': ('hat',),
    'belt': ('belt',),
}
#: Label of pixels that are not scored.
IGNORE = 255
