import { type DurationSeconds, isVideo, type JobEnvelope, type Resolution } from '@atelier/contract';
import { useNavigate } from 'react-router';
import { useAccount, useModels } from '../../api/queries.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { filmPrice } from '../../components/work/film-price.ts';
import { modelOf, priceOf } from '../../components/work/model-options.ts';
import { useWork } from '../../components/work/use-work.ts';
import { creditsText } from '../../lib/format.ts';
import { requestOf } from '../../lib/requests.ts';

/** Repeats the request of a result, if this device knows it, and shows the job. */
export function RunAgain({ jobId }: { readonly jobId: string }) {
  const { workspace_id, balance } = useAccount();
  const request = requestOf(workspace_id, jobId);
  const work = useWork(`again:${jobId}`);
  const navigate = useNavigate();
  const price = usePrice(request);
  if (!request) return null;
  return (
    <>
      <Button
        kind="quiet"
        icon="retry"
        busy={work.isSending}
        disabled={price === null || price > balance}
        onClick={() => work.submit(request, { onSent: () => navigate('/studio/jobs') })}
      >
        {price === null ? 'Run again' : `Run again, ${creditsText(price)}`}
      </Button>
      {work.error && <ErrorNotice error={work.error} operation={work.operation} />}
    </>
  );
}

/** The cost of a request now, in display credits; null while it is not known. */
function usePrice(request: JobEnvelope | null): number | null {
  const operation = request?.operation ?? 'edit';
  const { data: models } = useModels(operation);
  if (!request || !models) return null;
  const input: Priced = request.input;
  const model = modelOf(models, operation, { model: input.model ?? null });
  if (!model) return null;
  const { num_images: count = 1, duration_seconds: seconds = 5 } = input;
  return isVideo(operation) ? filmPrice(model, input, seconds) : count * priceOf(model, input);
}

/** The fields of a request that its price depends on. */
interface Priced {
  readonly model?: string;
  readonly resolution?: Resolution;
  readonly num_images?: number;
  readonly duration_seconds?: DurationSeconds;
}
