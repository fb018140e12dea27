/**
 * A person photo, garments in the order of a request, and words of how they are worn; paths within the folder of shared
 * photos.
 */
export interface WornOutfit {
  readonly name: string;
  readonly person: string;
  readonly garments: readonly string[];
  readonly words: string;
}

const worn = (name: string, words: string, person: string, ...garments: string[]): WornOutfit => ({
  name,
  words,
  person: `persons/${person}`,
  garments: garments.map((file) =>
    file.startsWith('pairs') || file.startsWith('persons') ? file : `garments/${file}`,
  ),
});

/** Outfits that are looked at after a change of how garments are layered. */
export const WORN: readonly WornOutfit[] = [
  worn('tuck-own-hidden', 'tucked in', 'magento-ms07-white_main.jpg', 'tops/saleor-team-tee-front.png'),
  worn('tuck-own-seen', 'tucked in', 'ccp-0482.jpg', 'tops/cd-t-shirt-80f0c986.jpg'),
  worn('tuck-woman', 'tucked in', 'magento-ws08-red_main.jpg', 'tops/saleor-monospace-white-tee-front.png'),
  worn(
    'tuck-trousers',
    'shirt tucked into the trousers',
    'ccp-0713.jpg',
    'tops/saleor-monospace-white-tee-front.png',
    'bottoms/cd-pants-e73c67c9.jpg',
  ),
  worn(
    'tuck-skirt',
    'tucked',
    'omnitry-person_top_cloth.jpg',
    'bottoms/cd-skirt-0558b2c5.jpg',
    'tops/cd-longsleeve-1789bd08.jpg',
  ),
  worn(
    'tuck-jeans',
    'tucked',
    'ccp-0217.jpg',
    'tops/saleor-polo-shirt-front.png',
    'bottoms/magento-mp03-green_main.jpg',
  ),
  worn('untuck', 'untucked', 'ccp-0820.jpg', 'tops/cd-t-shirt-80f0c986.jpg'),
  worn('tuck-street', 'tucked in', 'ccp-0240.jpg', 'tops/saleor-dark-polygon-tee-front.png'),
  worn('tuck-shirt', 'tucked in', 'human-stock-models-16.jpg', 'tops/cd-shirt-29f8cf36.jpg'),
  worn('roll-long', 'sleeves rolled up', 'magento-ms07-white_main.jpg', 'tops/anydoor-44.jpg'),
  worn('roll-jersey', 'rolled sleeves', 'ccp-0107.jpg', 'pairs/vitonhd/01804/garment.jpg'),
  worn('roll-street', 'sleeves rolled up, tucked in', 'ccp-0240.jpg', 'tops/anydoor-44.jpg'),
  worn('roll-tee', 'sleeves rolled', 'magento-wh12-gray_main.jpg', 'tops/saleor-team-tee-front.png'),
  worn('open-own-fleece', 'open', 'magento-ms07-white_main.jpg', 'outerwear/magento-mj08-gray_main.jpg'),
  worn('open-own-puffer', 'open jacket over a tee', 'ccp-0240.jpg', 'outerwear/cd-outwear-3108045a.jpg'),
  worn(
    'open-two',
    'an open jacket over the shirt',
    'magento-wh12-gray_main.jpg',
    'outerwear/magento-wj04-white_main.jpg',
    'tops/saleor-team-tee-front.png',
  ),
  worn(
    'open-two-street',
    'open jacket, fitted tee',
    'ccp-0713.jpg',
    'outerwear/magento-mj08-gray_main.jpg',
    'tops/saleor-monospace-white-tee-front.png',
  ),
  worn(
    'open-three',
    'unzipped jacket over a tucked tee',
    'ccp-0820.jpg',
    'pairs/front-back/mj06-blue/front.jpg',
    'bottoms/cd-pants-e73c67c9.jpg',
    'tops/saleor-monospace-white-tee-front.png',
  ),
  worn('open-woman', 'open', 'magento-ws08-red_main.jpg', 'outerwear/cd-outwear-349cf35c.jpg'),
  worn('open-vest', 'open vest', 'magento-mj10-red_main.jpg', 'outerwear/cd-outwear-0c7412e7.jpg'),
  worn('open-coat', 'open coat', 'ccp-0482.jpg', 'outerwear/cd-outwear-ee4d62e7.jpg'),
  worn('open-cardigan', 'open cardigan', 'omnitry-person_top_cloth.jpg', 'tops/cd-longsleeve-aa8c2c36.jpg'),
  worn('closed-two', '', 'ccp-0217.jpg', 'outerwear/cd-outwear-fbe119df.jpg', 'tops/saleor-team-tee-front.png'),
];
