import type { ImageRecord } from '@atelier/contract';
import type { ComponentType } from 'react';
import type { Work } from '../../components/work/use-work.ts';
import type { Size } from './mask.ts';

/** The input of the form of an operation. */
export interface OperationFormProps {
  readonly image: ImageRecord;
  /** Size of the picture as it is shown, in pixels; null while it loads. */
  readonly size: Size | null;
  readonly work: Work;
}

/** The form of an operation on a picture. */
export type OperationForm = ComponentType<OperationFormProps>;
