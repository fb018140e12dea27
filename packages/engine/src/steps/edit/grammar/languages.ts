/**
 * What the grammar knows, in German | French | Spanish | Italian: words divided by commas, `-` standing for an ending of up
 * to three letters. Accents are taken off before.
 */
const WORDS: readonly (readonly [english: string, others: string])[] = [
  // Colours.
  ['navy', 'marineblau-, dunkelblau- | bleu marine, bleu fonce | azul marino, azul oscuro | blu navy, blu scuro'],
  ['light blue', 'hellblau- | bleu clair, bleu ciel | azul claro, celeste- | azzurr-, celest-'],
  ['blue', 'blau, blaue, blauen, blauer, blaues | bleu, bleue, bleus, bleues | azul, azules | blu'],
  ['off-white', 'wollweiss-, naturweiss- | blanc casse | blanco roto | bianco sporco'],
  ['white', 'weiss- | blanc, blanche, blancs, blanches | blanc-o, blanc-a, blanco, blanca, blancos, blancas | bianc-'],
  ['black', 'schwarz- | noir, noire, noirs, noires | negr- | ner-o, nero, nera, neri, nere'],
  ['red', 'rot, rote, roten, roter, rotes | rouge, rouges | roj- | ross-'],
  ['dark red', 'dunkelrot- | rouge fonce | rojo oscuro | rosso scuro'],
  ['dark green', 'dunkelgruen-, dunkelgrun- | vert fonce | verde oscuro | verde scuro'],
  ['light green', 'hellgruen-, hellgrun- | vert clair | verde claro | verde chiaro'],
  ['green', 'gruen-, grun- | vert, verte, verts, vertes | verde, verdes | verd-'],
  ['yellow', 'gelb- | jaune, jaunes | amarill- | giall-'],
  ['brown', 'braun- | marron, brun, brune | marron, marrones | marrone'],
  ['light grey', 'hellgrau- | gris clair | gris claro | grigio chiaro'],
  ['charcoal', 'dunkelgrau-, anthrazit- | gris fonce, anthracite | gris oscuro, antracita | grigio scuro, antracite'],
  ['grey', 'grau- | gris, grise, grises | gris | grigi-'],
  ['pink', 'rosa, rosafarben- | rosa | rosado, rosada | rosa'],
  ['purple', 'lila, violett- | violet, violette | morad- | viola'],
  ['orange', 'orangen-, orangefarben- | orange | naranja | arancion-'],
  ['burgundy', 'weinrot-, bordeauxrot- | bordeaux | burdeos, granate | bordo'],
  ['turquoise', 'tuerkis-, turkis- | turquoise | turquesa | turchese'],
  ['gold', 'goldfarben-, goldgelb- | dore, doree | dorad- | dorat-'],
  ['cream', 'cremefarben-, cremeweiss- | creme, ecru | crema | crema, panna'],
  ['beige', 'beigefarben-, sandfarben- | sable | arena | sabbia'],
  ['mint', 'mintgruen-, mintgrun- | vert menthe | menta | menta'],
  ['sage', 'salbeigruen-, salbeigrun- | vert sauge | verde salvia | verde salvia'],
  ['olive', 'oliv-, olivgruen-, olivgrun- | vert olive | verde oliva | verde oliva'],
  // Parts.
  ['shirt', 'hemd, hemden, oberteil- | chemise, chemisier, haut | camisa, camiseta, blusa | camicia, maglietta, camicetta'],
  ['sweater', 'pulli, pullover- | chandail, pull-over | jersey, sueter | maglione, felpa'],
  [
    'jacket',
    'jacke, jacken, mantel, sakko, weste | veste, manteau, blouson, gilet | chaqueta, abrigo, americana, chaleco | giacca, cappotto, giubbotto',
  ],
  ['trousers', 'hose, hosen | pantalon, pantalons | pantalon-, pantalones, vaqueros | pantalon-, pantaloni'],
  ['skirt', 'rock | jupe | falda | gonna'],
  ['dress', 'kleid- | robe | vestido | vestito, abito'],
  ['shoes', 'schuh- | chaussure-, chaussures, baskets | zapat-, zapatos, zapatillas | scarp-'],
  ['hair', 'haar- | cheveux | pelo, cabello | capelli'],
  ['bag', 'tasche, handtasche | sac | bolso | borsa'],
  [
    'garment',
    'kleidung, kleidungsstueck, kleidungsstuck, produkt, artikel | vetement-, vetements, produit, article | prenda, ropa, producto | capo, vestiti, prodotto',
  ],
  ['skin', 'haut | peau | piel | pelle'],
  ['face', 'gesicht | visage | cara, rostro | viso, volto'],
  [
    'upper body',
    'oberkoerper, oberkorper | buste, haut du corps | torso, parte superior del cuerpo | busto, parte superiore del corpo',
  ],
  [
    'lower body',
    'unterkoerper, unterkorper, beine | bas du corps, jambes | piernas, parte inferior del cuerpo | gambe, parte inferiore del corpo',
  ],
  ['feet', 'fuesse, fusse | pieds | pies | piedi'],
  ['person', 'person, modell | personne, mannequin, modele | persona, modelo | persona, modella, modello'],
  ['background', 'hintergrund- | arriere-plan, fond | fondo | sfondo'],
  ['logo', 'aufdruck, schriftzug | logotype, inscription | logotipo, estampado | scritta, stampa'],
  // Patterns.
  ['stripes', 'streifen, gestreift- | rayure-, rayures, raye- | rayas, a rayas | righe, a righe, strisce'],
  ['checks', 'karos, kariert- | carreaux, a carreaux | cuadros, a cuadros | quadri, a quadri, quadretti'],
  ['dots', 'punkte-, gepunktet-, tupfen | pois, a pois | lunares, topos | pois, puntini'],
  // Places.
  ['at the beach', 'am strand, am meer | a la plage | en la playa | in spiaggia, sulla spiaggia'],
  ['beach', 'strand, meer | plage, mer | playa | spiaggia'],
  ['park', 'park, wald, garten | parc, foret, jardin | parque, bosque, jardin | parco, bosco, giardino'],
  ['city', 'stadt, strasse | ville, rue | ciudad, calle | citta, strada'],
  ['studio', 'fotostudio | studio | estudio | studio'],
  ['brick', 'backstein-, ziegel- | briques | ladrillo- | mattoni'],
  ['concrete', 'beton, betonwand | beton | hormigon | cemento, calcestruzzo'],
  ['wall', 'wand, mauer | mur | pared, muro | parete, muro'],
  ['wooden', 'holz, holzboden | bois, parquet | madera | legno'],
  ['sky', 'himmel | ciel | cielo | cielo'],
  // Verbs.
  [
    'remove',
    'entfern-, loesch-, losch- | enleve-, enlever, supprime-, supprimer, retire-, retirer, efface-, effacer | elimina-, quita-, quitar, borra-, borrar | rimuov-, elimina-, togli, togliere, cancell-',
  ],
  [
    'blur',
    'unscharf, verwischen, weichzeichnen | flou, floue, flouter, floute- | desenfoca-, desenfocar, difumina- | sfoca-, sfocare, sfocato',
  ],
  [
    'crop',
    'zuschneid-, schneid-, beschneid- | recadre-, recadrer, rogne-, rogner | recorta-, recortar | ritaglia-, ritagliare',
  ],
  [
    'extend',
    'erweiter-, verlaenger-, verlanger- | etend-, etendre, elargi-, agrandir | extiend-, extender, amplia-, ampliar | estend-, estendere, allarga-',
  ],
  ['rotate', 'dreh-, rotier- | tourne-, tourner, pivote-, pivoter | gira-, girar, rota- | ruota-, ruotare'],
  ['mirror', 'spiegel- | miroir | refleja-, espejo | specchia-, specchio'],
  [
    'sharpen',
    'schaerf-, scharfe-, schaerfer, scharfer | nettete, plus net | enfoca-, nitidez, mas nitido | nitidezza, piu nitido',
  ],
  ['retouch', 'retuschier- | retouche-, retoucher | retoca-, retocar | ritocca-, ritoccare'],
  [
    'make',
    'mach-, faerb-, farbe, aender-, andere | rend-, mets, mettez, change-, colore- | haz, hacer, pon, cambia-, pinta- | rendi, fai, metti, cambia-, colora-',
  ],
  ['square', 'quadratisch-, quadrat | carre, carree | cuadrad- | quadrat-'],
  ['zoom in', 'heranzoomen, naeher, naher | zoomer, plus pres | acerca-, mas cerca | avvicina-, piu vicino'],
  // Tones.
  ['black and white', 'schwarz-weiss, schwarzweiss, schwarz und weiss | noir et blanc | blanco y negro | bianco e nero'],
  [
    'brighter',
    'heller-, aufhellen | plus clair, plus claire, plus lumineu-, eclairci-, eclaircir | mas clar-, mas luminos-, mas brillant-, aclara-, aclarar | piu luminos-, piu chiar-, schiarisci, schiarire',
  ],
  [
    'darker',
    'dunkler-, abdunkeln | plus sombre, plus fonce, assombri-, assombrir | mas oscur-, oscurece- | piu scur-, scurisci, scurire',
  ],
  ['warmer', 'waermer-, warmer | plus chaud, plus chaude | mas calid- | piu cald-'],
  ['cooler', 'kuehler-, kuhler, kaelter-, kalter | plus froid, plus froide | mas fri- | piu fredd-'],
  ['more contrast', 'mehr kontrast, kontrastreich- | plus de contraste, plus contraste | mas contraste | piu contrasto'],
  ['less contrast', 'weniger kontrast | moins de contraste | menos contraste | meno contrasto'],
  ['vivid', 'kraeftiger-, kraftiger-, farbenfroh- | plus vif, plus vives | mas viv- | piu viva-, vivaci'],
  ['soft light', 'weiches licht, weicheres licht | lumiere douce | luz suave | luce morbida'],
  // Small words.
  ['slightly', 'etwas, leicht, ein bisschen, ein wenig | un peu, legerement | un poco, ligeramente | un po, leggermente'],
  ['much', 'viel, deutlich | beaucoup | mucho | molto'],
  ['in front of', 'vor einer, vor einem | devant | delante de, frente a | davanti a'],
  ['on the', 'am, auf dem | sur le, sur la, a la | en la, en el | sulla, sul'],
  ['and', 'und | et | y | ed, e'],
  ['to the', 'auf den, auf das, auf die | au, sur le | al, a la | al, alla, sul'],
  ['the', 'der, die, den, das, dem, des | le, la, les | el, los, las | il, lo, gli'],
];

/** Words of other languages that are English too: they do not tell which language it is. */
const ENGLISH_TOO = new Set(
  'orange rosa blue person park studio warmer jersey violet gilet anthracite turquoise bordeaux robe sac mer rock hose rue fond fai am al e y la le lo des die article inscription pies haut capo viola crema creme ecru sable gris menta gris produit bas pelle pois a el il change rotate eliminate retouch cancel olive mannequin torso den los strand'.split(
    ' ',
  ),
);

/** The words of one language, longest first, with a pattern that finds them. */
interface Language {
  readonly words: readonly (readonly [word: string, english: string])[];
  readonly pattern: RegExp;
}

const LANGUAGES: readonly Language[] = [0, 1, 2, 3].map((column) => {
  const words = WORDS.flatMap(([english, others]) =>
    others
      .split('|')
      [column].split(',')
      .map((word) => [word.trim(), english] as const),
  ).sort(([a], [b]) => b.length - a.length);
  const either = words.map(([word]) => (isStem(word) ? `${word.slice(0, -1)}\\w{0,3}` : word)).join('|');
  return { words, pattern: new RegExp(`(?<![\\w-])(?:${either})(?![\\w-])`, 'g') };
});

/** A prompt in lower case without accents, and the words of the grammar that it has in another language in English. */
export function inEnglish(prompt: string): string {
  const text = prompt.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'");
  const plain = text.replaceAll(/\b[ld]'(?=\w)/g, '');
  const scored = LANGUAGES.map((language) => ({ language, score: telling(plain, language) }));
  const [likeliest] = scored.sort((a, b) => b.score - a.score);
  if (!likeliest || likeliest.score === 0) return text;
  return plain.replaceAll(likeliest.language.pattern, (found) => translated(found, likeliest.language));
}

/** How many letters of a text are words of a language and not of English. */
function telling(text: string, { pattern }: Language): number {
  const found = [...text.matchAll(pattern)].map(([word]) => word).filter((word) => !ENGLISH_TOO.has(word));
  return found.reduce((sum, word) => sum + word.length, 0);
}

function translated(found: string, { words }: Language): string {
  const fits = ([word]: readonly [string, string]) => (isStem(word) ? found.startsWith(word.slice(0, -1)) : found === word);
  return words.find(fits)?.[1] ?? found;
}

function isStem(word: string): boolean {
  return word.endsWith('-');
}
