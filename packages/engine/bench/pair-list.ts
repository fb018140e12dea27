/** A person photo and the garments put on; paths within the folder of shared photos. */
export interface Pair {
  readonly person: string;
  readonly garments: readonly string[];
}

const pair = (person: string, ...garments: string[]): Pair => ({ person: `persons/${person}`, garments });

/**
 * Pairs that are looked at after every change: men and women, light and dark skin, half and whole bodies, calm and busy
 * backgrounds.
 */
export const PAIRS: readonly Pair[] = [
  pair('omnitry-person_top_cloth.jpg', 'pairs/vitonhd/00617/garment.jpg'),
  pair('omnitry-person_top_cloth.jpg', 'pairs/vitonhd/00057/garment.jpg'),
  pair('fashn-model.webp', 'garments/tops/saleor-monospace-white-tee-front.png'),
  pair('fashn-model.webp', 'pairs/vitonhd/01804/garment.jpg'),
  pair('ccp-0021.jpg', 'garments/tops/saleor-dark-polygon-tee-front.png'),
  pair('ccp-0046.jpg', 'garments/tops/saleor-polo-shirt-front.png'),
  pair('ccp-0066.jpg', 'garments/dresses/cd-dress-cbf45350.jpg'),
  pair('ccp-0107.jpg', 'garments/tops/anydoor-44.jpg'),
  pair('ccp-0217.jpg', 'garments/tops/saleor-grey-hoodie.png'),
  pair('ccp-0240.jpg', 'garments/tops/saleor-team-tee-front.png'),
  pair('ccp-0242.jpg', 'pairs/vitonhd/01149/garment.jpg'),
  pair('ccp-0244.jpg', 'garments/tops/cd-t-shirt-80f0c986.jpg'),
  pair('ccp-0274.jpg', 'garments/tops/anydoor-44.jpg'),
  pair('ccp-0360.jpg', 'garments/bottoms/cd-pants-e73c67c9.jpg'),
  pair('ccp-0482.jpg', 'garments/bottoms/cd-skirt-0558b2c5.jpg'),
  pair('ccp-0558.jpg', 'garments/dresses/cd-dress-bac70656.jpg'),
  pair('ccp-0688.jpg', 'garments/tops/saleor-ascii-shirt-front.png'),
  pair('ccp-0689.jpg', 'garments/dresses/cd-dress-cbf45350.jpg'),
  pair('ccp-0713.jpg', 'garments/tops/saleor-monospace-white-tee-front.png', 'garments/bottoms/cd-pants-e73c67c9.jpg'),
  pair('ccp-0788.jpg', 'garments/bottoms/magento-mp03-green_main.jpg'),
  pair('ccp-0796.jpg', 'pairs/vitonhd/01149/garment.jpg'),
  pair('ccp-0820.jpg', 'garments/tops/saleor-dark-polygon-tee-front.png'),
  pair('ccp-0931.jpg', 'garments/tops/saleor-team-tee-front.png', 'garments/bottoms/cd-skirt-2001dec1.jpg'),
  pair('ccp-0987.jpg', 'garments/tops/cd-longsleeve-1789bd08.jpg'),
  pair('magento-ms07-white_main.jpg', 'pairs/vitonhd/00617/garment.jpg'),
  pair('magento-ws08-red_main.jpg', 'pairs/vitonhd/01149/garment.jpg'),
  pair('magento-wh12-gray_main.jpg', 'pairs/vitonhd/00057/garment.jpg'),
  pair('magento-wj03-red_main.jpg', 'garments/tops/saleor-ascii-shirt-front.png'),
  pair('magento-mj10-red_main.jpg', 'garments/tops/saleor-team-tee-front.png'),
  pair('omnitry-person_dress.jpg', 'pairs/vitonhd/00617/garment.jpg'),
  pair('omnitry-person_bottom_cloth.jpg', 'garments/bottoms/cd-pants-17bebe65.jpg'),
  pair('omnitry-person_bag.jpg', 'pairs/vitonhd/01804/garment.jpg'),
  pair('human-stock-models-16.jpg', 'garments/tops/saleor-monospace-white-tee-front.png'),
];
