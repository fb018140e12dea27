import type { SeenRequest } from './double.ts';

/** Every picture that requests carried, however they did: as Base64 or data URI in JSON, or as a file of a form. */
export async function picturesIn(requests: readonly SeenRequest[]): Promise<Uint8Array[]> {
  const found = await Promise.all(
    requests.map(async ({ json, headers, body }) => {
      const type = headers['content-type'] ?? '';
      if (!type.startsWith('multipart/form-data')) return textsIn(json).map(decoded);
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const files = [...form.values()].filter((value) => value instanceof File);
      return Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    }),
  );
  return found.flat().filter(isPicture);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function decoded(text: string): Uint8Array {
  return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
}

function isPicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^(\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP)/s.test(beginning);
}
