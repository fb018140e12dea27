import { checkStore } from '../media/store/health.ts';
import { type Finding, ok, reasonOf, wrong } from './finding.ts';

/** The bucket: an object is written, read and removed. */
export async function checkBucket(bucket: string): Promise<Finding> {
  try {
    const { s3Store } = await import('../media/store/s3.ts');
    await checkStore(await s3Store({ bucket }));
    return ok('bucket', `${bucket} can be written, read and cleaned`);
  } catch (error) {
    const hasKeys = Boolean(process.env.AWS_ACCESS_KEY_ID || process.env.AWS_PROFILE || process.env.AWS_ROLE_ARN);
    return wrong(
      'bucket',
      reasonOf(error),
      hasKeys
        ? 'check its name, AWS_REGION, AWS_ENDPOINT_URL, and that the key may get, put and delete objects and list the bucket'
        : 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, and AWS_REGION',
    );
  }
}
