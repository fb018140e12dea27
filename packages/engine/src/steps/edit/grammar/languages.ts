/**
 * The grammar's words in German | French | Spanish | Italian | Portuguese | Dutch, separated by commas. `-` is an
 * ending of up to three letters. Prompts are compared without accents.
 */
const WORDS: readonly (readonly [english: string, others: string])[] = [
  // Colours.
  [
    'navy',
    'marineblau-, dunkelblau- | bleu marine, bleu fonce | azul marino, azul oscuro | blu navy, blu scuro | azul marinho, azul escuro | marineblauw-, donkerblauw-',
  ],
  [
    'light blue',
    'hellblau- | bleu clair, bleu ciel | azul claro, celeste- | azzurr-, celest- | azul claro, azul bebe, celeste | lichtblauw-, hemelsblauw-',
  ],
  [
    'blue',
    'blau, blaue, blauen, blauer, blaues | bleu, bleue, bleus, bleues | azul, azules | blu | azul, azuis | blauw-',
  ],
  [
    'off-white',
    'wollweiss-, naturweiss- | blanc casse | blanco roto | bianco sporco | branco sujo, branco natural | gebroken wit, wolwit-',
  ],
  [
    'white',
    'weiss- | blanc, blanche, blancs, blanches | blanc-o, blanc-a, blanco, blanca, blancos, blancas | bianc- | branc-o, branc-a, branco, branca, brancos, brancas | wit, witte',
  ],
  ['black', 'schwarz- | noir, noire, noirs, noires | negr- | ner-o, nero, nera, neri, nere | pret-, negr- | zwart-'],
  ['red', 'rot, rote, roten, roter, rotes | rouge, rouges | roj- | ross- | vermelh- | rood, rode'],
  ['dark red', 'dunkelrot- | rouge fonce | rojo oscuro | rosso scuro | vermelho escuro | donkerrood, donkerrode'],
  ['dark green', 'dunkelgruen-, dunkelgrun- | vert fonce | verde oscuro | verde scuro | verde escuro | donkergroen-'],
  ['light green', 'hellgruen-, hellgrun- | vert clair | verde claro | verde chiaro | verde claro | lichtgroen-'],
  ['green', 'gruen-, grun- | vert, verte, verts, vertes | verde, verdes | verd- | verde, verdes | groen, groene'],
  ['yellow', 'gelb- | jaune, jaunes | amarill- | giall- | amarel- | geel, gele'],
  ['brown', 'braun- | marron, brun, brune | marron, marrones | marrone | castanh-, marrom, marrons | bruin, bruine'],
  [
    'light grey',
    'hellgrau- | gris clair | gris claro | grigio chiaro | cinza claro, cinzento claro | lichtgrijs, lichtgrijze',
  ],
  [
    'charcoal',
    'dunkelgrau-, anthrazit- | gris fonce, anthracite | gris oscuro, antracita | grigio scuro, antracite | cinza escuro, cinzento escuro, antracite | donkergrijs, donkergrijze, antraciet',
  ],
  ['grey', 'grau- | gris, grise, grises | gris | grigi- | cinza, cinzent- | grijs, grijze'],
  ['pink', 'rosa, rosafarben- | rosa | rosado, rosada | rosa | rosa, cor-de-rosa, cor de rosa | roze'],
  ['purple', 'lila, violett- | violet, violette | morad- | viola | rox-, lilas | paars, paarse, lila'],
  ['orange', 'orangen-, orangefarben- | orange | naranja | arancion- | laranja | oranje'],
  [
    'burgundy',
    'weinrot-, bordeauxrot- | bordeaux | burdeos, granate | bordo | bordo, vinho, grena | bordeauxrood, wijnrood, wijnrode',
  ],
  ['turquoise', 'tuerkis-, turkis- | turquoise | turquesa | turchese | turquesa | turquoise, turkoois'],
  ['gold', 'goldfarben-, goldgelb- | dore, doree | dorad- | dorat- | dourad- | goud, goudkleurig-, gouden'],
  [
    'cream',
    'cremefarben-, cremeweiss- | creme, ecru | crema | crema, panna | creme, cor de creme | creme, roomwit-, creme kleurig',
  ],
  ['beige', 'beigefarben-, sandfarben- | sable | arena | sabbia | bege, areia | zandkleurig-'],
  ['mint', 'mintgruen-, mintgrun- | vert menthe | menta | menta | menta, verde menta | mintgroen-, mint'],
  ['sage', 'salbeigruen-, salbeigrun- | vert sauge | verde salvia | verde salvia | verde salva | saliegroen-'],
  [
    'olive',
    'oliv-, olivgruen-, olivgrun- | vert olive | verde oliva | verde oliva | verde oliva, azeitona | olijfgroen-',
  ],
  // Parts.
  [
    'shirt',
    'hemd, hemden, oberteil-, bluse, t-shirt | chemise, chemisier, haut | camisa, camiseta, blusa | camicia, maglietta, camicetta | camisa, camiseta, blusa, t-shirt | overhemd, hemd, blouse, bloes, shirt',
  ],
  [
    'sweater',
    'pulli, pullover- | chandail, pull-over | jersey, sueter | maglione, felpa | camisola, sueter, malha | trui, sweater, vest',
  ],
  [
    'jacket',
    'jacke, jacken, mantel, sakko, weste | veste, manteau, blouson, gilet | chaqueta, abrigo, americana, chaleco | giacca, cappotto, giubbotto | casaco, jaqueta, blazer, colete | jas, jasje, jack, mantel, colbert',
  ],
  [
    'trousers',
    'hose, hosen | pantalon, pantalons | pantalon-, pantalones, vaqueros | pantalon-, pantaloni | calcas, calca, jeans | broek, spijkerbroek',
  ],
  ['skirt', 'rock | jupe | falda | gonna | saia | rok'],
  ['dress', 'kleid- | robe | vestido | vestito, abito | vestido | jurk, kleed'],
  [
    'shoes',
    'schuh- | chaussure-, chaussures, baskets | zapat-, zapatos, zapatillas | scarp- | sapat-, sapatos, sapatilhas, tenis | schoen, schoenen, sneakers, laarzen',
  ],
  ['hair', 'haar- | cheveux | pelo, cabello | capelli | cabelo, cabelos | haar, haren'],
  ['bag', 'tasche, handtasche | sac | bolso | borsa | bolsa, mala, carteira | tas, handtas'],
  [
    'garment',
    'kleidung, kleidungsstueck, kleidungsstuck, produkt, artikel | vetement-, vetements, produit, article | prenda, ropa, producto | capo, vestiti, prodotto | roupa, peca, produto, artigo | kleding, kledingstuk, product, artikel',
  ],
  ['skin', 'haut | peau | piel | pelle | pele | huid'],
  ['face', 'gesicht | visage | cara, rostro | viso, volto | rosto, cara | gezicht'],
  [
    'upper body',
    'oberkoerper, oberkorper | buste, haut du corps | torso, parte superior del cuerpo | busto, parte superiore del corpo | tronco, parte superior do corpo | bovenlichaam, bovenlijf',
  ],
  [
    'lower body',
    'unterkoerper, unterkorper, beine | bas du corps, jambes | piernas, parte inferior del cuerpo | gambe, parte inferiore del corpo | pernas, parte inferior do corpo | onderlichaam, benen',
  ],
  ['feet', 'fuesse, fusse | pieds | pies | piedi | pes | voeten'],
  [
    'person',
    'person, modell | personne, mannequin, modele | persona, modelo | persona, modella, modello | pessoa, modelo | persoon, model',
  ],
  ['background', 'hintergrund- | arriere-plan, fond | fondo | sfondo | fundo | achtergrond'],
  [
    'logo',
    'aufdruck, schriftzug | logotype, inscription | logotipo, estampado | scritta, stampa | logotipo, logo, estampa | opdruk, logo, tekst',
  ],
  // Patterns.
  [
    'stripes',
    'streifen, gestreift- | rayure-, rayures, raye- | rayas, a rayas | righe, a righe, strisce | riscas, as riscas, listras | strepen, gestreept-',
  ],
  [
    'checks',
    'karos, kariert- | carreaux, a carreaux | cuadros, a cuadros | quadri, a quadri, quadretti | xadrez, quadrados | ruiten, ruitjes, geruit-',
  ],
  [
    'dots',
    'punkte-, gepunktet-, tupfen | pois, a pois | lunares, topos | pois, puntini | bolinhas, as bolinhas, pintas | stippen, stippels, gestippeld-',
  ],
  // Places and sides.
  [
    'at the beach',
    'am strand, am meer, an einem strand, an einen strand, an den strand, ans meer | a la plage | en la playa | in spiaggia, sulla spiaggia | na praia | op het strand, aan het strand, aan zee',
  ],
  [
    'sunset',
    'sonnenuntergang, abendlicht | coucher du soleil, coucher de soleil | atardecer, puesta de sol | tramonto | por do sol, entardecer | zonsondergang',
  ],
  ['beach', 'strand, meer | plage, mer | playa | spiaggia | praia | strand, zee'],
  [
    'park',
    'park, wald, garten | parc, foret, jardin | parque, bosque, jardin | parco, bosco, giardino | parque, bosque, jardim | park, bos, tuin',
  ],
  ['city', 'stadt, strasse | ville, rue | ciudad, calle | citta, strada | cidade, rua | stad, straat'],
  ['left', 'links | gauche | izquierda | sinistra | esquerda | links'],
  ['right', 'rechts | droite | derecha | destra | direita | rechts'],
  ['studio', 'fotostudio | studio | estudio | studio | estudio | studio, fotostudio'],
  [
    'brick',
    'backsteinwand, ziegelwand, backstein-, ziegel- | briques | ladrillo- | mattoni | tijolo, tijolos | baksteen, bakstenen',
  ],
  [
    'concrete',
    'beton, betonwand | beton | hormigon | cemento, calcestruzzo | betao, concreto, cimento | beton, betonnen',
  ],
  ['wall', 'wand, mauer | mur | pared, muro | parete, muro | parede, muro | muur, wand'],
  ['wooden', 'holz, holzboden | bois, parquet | madera | legno | madeira | hout, houten'],
  ['sky', 'himmel | ciel | cielo | cielo | ceu | hemel, lucht'],
  [
    'wrinkles',
    'falten, knitterfalten | plis, froissures | arrugas, pliegues | pieghe, grinze | vincos, rugas, pregas | kreukels, kreuken, vouwen',
  ],
  // Verbs.
  [
    'remove',
    'entfern-, loesch-, losch- | enleve-, enlever, supprime-, supprimer, retire-, retirer, efface-, effacer | elimina-, quita-, quitar, borra-, borrar | rimuov-, elimina-, togli, togliere, cancell- | remov-, tira-, tirar, apaga-, apagar, elimina- | verwijder-, wis, wissen, haal',
  ],
  [
    'blur',
    'unscharf, verwischen, weichzeichnen | flou, floue, flouter, floute- | desenfoca-, desenfocar, difumina- | sfoca-, sfocare, sfocato | desfoca-, desfocar, desfocad- | vervaag-, wazig, onscherp',
  ],
  [
    'crop',
    'zuschneid-, schneid-, beschneid- | recadre-, recadrer, rogne-, rogner | recorta-, recortar | ritaglia-, ritagliare | recorta-, recortar, corta-, cortar | snijd, bijsnijden, knip',
  ],
  [
    'extend',
    'erweiter-, verlaenger-, verlanger- | etend-, etendre, elargi-, agrandir | extiend-, extender, amplia-, ampliar | estend-, estendere, allarga- | estend-, estender, amplia-, ampliar | verleng, uitbreid-, breid, verbreed',
  ],
  [
    'rotate',
    'dreh-, rotier- | tourne-, tourner, pivote-, pivoter | gira-, girar, rota- | ruota-, ruotare | roda-, rodar, gira-, girar | draai, draaien, roteer, roteren',
  ],
  [
    'mirror',
    'spiegel-, spiegle | miroir | refleja-, espejo | specchia-, specchio | espelha-, espelhar, espelho | spiegel-, spiegelen',
  ],
  [
    'sharpen',
    'schaerf-, scharfe-, schaerfer, scharfer | nettete, plus net | enfoca-, nitidez, mas nitido | nitidezza, piu nitido | nitidez, mais nitid- | scherper, verscherp-',
  ],
  [
    'retouch',
    'retuschier- | retouche-, retoucher | retoca-, retocar | ritocca-, ritoccare | retoca-, retocar | retoucheer, retoucheren',
  ],
  [
    'make',
    'mach-, faerb-, farbe, aender-, andere | rend-, mets, mettez, change-, colore- | haz, hacer, pon, cambia-, pinta- | rendi, fai, metti, cambia-, colora- | faz, fazer, faca, poe, muda-, mudar, pinta-, troca-, trocar, deixa, deixe, torna- | maak, maken, verander-, kleur, wijzig',
  ],
  ['square', 'quadratisch-, quadrat | carre, carree | cuadrad- | quadrat- | quadrad- | vierkant-'],
  [
    'zoom in',
    'heranzoomen, naeher, naher | zoomer, plus pres | acerca-, mas cerca | avvicina-, piu vicino | aproxima-, mais perto | inzoomen, dichterbij',
  ],
  // Tones.
  [
    'black and white',
    'schwarz-weiss, schwarzweiss, schwarz und weiss | noir et blanc | blanco y negro | bianco e nero | preto e branco | zwart-wit, zwartwit, zwart wit',
  ],
  [
    'brighter',
    'heller-, aufhellen | plus clair-, plus lumineu-, eclairci-, eclaircir | mas clar-, mas luminos-, mas brillant-, aclara-, aclarar | piu luminos-, piu chiar-, schiarisci, schiarire | mais clar-, mais luminos-, mais brilhante, clareia, clarear | lichter, helderder',
  ],
  [
    'darker',
    'dunkler-, abdunkeln | plus sombre, plus fonce-, assombri-, assombrir | mas oscur-, oscurece- | piu scur-, scurisci, scurire | mais escur-, escurec-, escurecer | donkerder',
  ],
  ['warmer', 'waermer-, warmer | plus chaud, plus chaude | mas calid- | piu cald- | mais quente | warmer'],
  [
    'cooler',
    'kuehler-, kuhler, kaelter-, kalter | plus froid, plus froide | mas fri- | piu fredd- | mais fri- | koeler, kouder',
  ],
  [
    'more contrast',
    'mehr kontrast, kontrastreich- | plus de contraste, plus contraste | mas contraste | piu contrasto | mais contraste | meer contrast',
  ],
  [
    'less contrast',
    'weniger kontrast | moins de contraste | menos contraste | meno contrasto | menos contraste | minder contrast',
  ],
  [
    'vivid',
    'kraeftiger-, kraftiger-, farbenfroh- | plus vif, plus vives | mas viv- | piu viva-, vivaci | mais viv-, cores vivas | levendiger, feller',
  ],
  [
    'soft light',
    'weiches licht, weicheres licht | lumiere douce | luz suave | luce morbida | luz suave | zacht licht, zachter licht',
  ],
  // Small words.
  [
    'slightly',
    'etwas, leicht, ein bisschen, ein wenig | un peu, legerement | un poco, ligeramente | un po, leggermente | um pouco, ligeiramente | een beetje, iets, lichtjes',
  ],
  ['much', 'viel, deutlich | beaucoup | mucho | molto | muito | veel'],
  [
    'in front of',
    'vor einer, vor einem | devant | delante de, frente a | davanti a | em frente a, em frente de, diante de | voor een',
  ],
  ['on the', 'am, auf dem | sur le, sur la, a la | en la, en el | sulla, sul | na, no, em | op de, op het'],
  [
    'on',
    'auf einem, auf einer, auf | sur un, sur une, sur | sobre un, sobre una, sobre | su uno, su una, su un, su | sobre um, sobre uma, sobre | op een, op',
  ],
  [
    'in a',
    'in einem, in einer | dans un, dans une | en un, en una | in un, in una | num, numa, em um, em uma | in een',
  ],
  ['and', 'und | et | y | ed, e | e | en'],
  ['to the', 'auf den, auf das, auf die | au, sur le | al, a la | al, alla, sul | ao, para a, para o, para | naar'],
  ['the', 'der, die, den, das, dem, des | le, la, les | el, los, las | il, lo, gli | o, os, as | de, het'],
];

/** Words that exist in English too, so they do not identify a language. */
const ENGLISH_TOO = new Set(
  `orange rosa blue person park studio warmer jersey violet gilet anthracite turquoise bordeaux robe sac mer rock
   hose rue fond fai am al e y la le lo des die article inscription pies haut capo viola crema creme ecru sable
   gris menta gris produit bas pelle pois a el il change rotate eliminate retouch cancel olive mannequin torso den
   los strand logo shirt blouse sweater vest jack jeans sneakers model product as o e em en de op na no wit mint
   iets haal wis zee lila hemd t-shirt blazer malha tas jas rok as kleur hout haar beton park spiegel colbert
   mantel artikel`.split(/\s+/),
);

/** The words of one language, longest first, and a pattern that finds them. */
interface Language {
  readonly words: readonly (readonly [word: string, english: string])[];
  readonly pattern: RegExp;
}

const LANGUAGES: readonly Language[] = [0, 1, 2, 3, 4, 5].map((column) => {
  const words = WORDS.flatMap(([english, others]) =>
    others
      .split('|')
      [column].split(',')
      .map((word) => [word.trim(), english] as const),
  ).sort(([a], [b]) => b.length - a.length);
  const either = words.map(([word]) => (isStem(word) ? `${word.slice(0, -1)}\\w{0,3}` : word)).join('|');
  return { words, pattern: new RegExp(`(?<![\\w-])(?:${either})(?![\\w-])`, 'g') };
});

/** A prompt in lower case without accents, with known words of another language translated into English. */
export function inEnglish(prompt: string): string {
  const text = prompt
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'");
  const plain = text.replaceAll(/\b[ld]'(?=\w)/g, '').replaceAll(/\b(\w{3,})-(?:le|la|les|lo|o|a|os|as)\b/g, '$1 it');
  const scored = LANGUAGES.map((language) => ({ language, score: telling(plain, language) }));
  const [likeliest] = scored.sort((a, b) => b.score - a.score);
  if (!likeliest || likeliest.score === 0) return text;
  return plain.replaceAll(likeliest.language.pattern, (found) => translated(found, likeliest.language));
}

/** Number of letters of a text in words of a language that are not English too. */
function telling(text: string, { pattern }: Language): number {
  const found = [...text.matchAll(pattern)].map(([word]) => word).filter((word) => !ENGLISH_TOO.has(word));
  return found.reduce((sum, word) => sum + word.length, 0);
}

function translated(found: string, { words }: Language): string {
  const fits = ([word]: readonly [string, string]) =>
    isStem(word) ? found.startsWith(word.slice(0, -1)) : found === word;
  return words.find(fits)?.[1] ?? found;
}

function isStem(word: string): boolean {
  return word.endsWith('-');
}
