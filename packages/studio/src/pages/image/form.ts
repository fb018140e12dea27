import type { ImageRecord } from '@atelier/contract';
import type { ComponentType } from 'react';
import type { Work } from '../../components/work/use-work.ts';

/** What the form of an operation is given. */
export interface OperationFormProps {
  readonly image: ImageRecord;
  /** Address of the picture. */
  readonly url: string;
  readonly work: Work;
}

/** The form of an operation on a picture. */
export type OperationForm = ComponentType<OperationFormProps>;
