import { add, normalize, subtract, type Vector } from '../maths/vector.ts';
import type { Figure } from './figure.ts';
import { man } from './man.ts';
import { armsRaised } from './pose.ts';
import { woman } from './woman.ts';

/** Arms straightened: the wrist lies on the line of the upper arm. */
function straightArms(figure: Figure): Figure {
  const axis = normalize(subtract(figure.elbow, figure.shoulder));
  const wrist: Vector = add(figure.elbow, axis, Math.hypot(...subtract(figure.wrist, figure.elbow)));
  return {
    ...figure,
    elbow: [figure.elbow[0], figure.elbow[1], figure.shoulder[2]],
    wrist: [wrist[0], wrist[1], figure.shoulder[2]],
  };
}

/** A dress form's neck is thinner and slopes less than a person's, so that collars lie lower. */
function shortNecked(figure: Figure, radius: number): Figure {
  return { ...figure, neck: { ...figure.neck, radius, slope: 1.2 } };
}

/** Form for menswear and trousers, arms lifted a little for the picture. */
export const broadForm: Figure = armsRaised(shortNecked(straightArms(man), 5.2), 0.1);

/** Form for womenswear. */
export const slimForm: Figure = armsRaised(shortNecked(straightArms(woman), 4.5), 0.04);
