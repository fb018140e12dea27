import type { ImageRecord } from '@atelier/contract';
import type { ComponentType } from 'react';
import type { Work } from '../../components/work/use-work.ts';

/** The input of the form of an operation. */
export interface OperationFormProps {
  readonly image: ImageRecord;
  /** Address of the picture. */
  readonly url: string;
  readonly work: Work;
}

/** The form of an operation on a picture. */
export type OperationForm = ComponentType<OperationFormProps>;
