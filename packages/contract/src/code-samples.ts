import { type Endpoint, pathParameters } from './endpoint.ts';
import { exampleOf, propertiesOf } from './example.ts';

/** The same request in one language. */
export interface CodeSample {
  readonly lang: 'curl' | 'TypeScript' | 'Python';
  readonly source: string;
}

/** Variable that holds the key an endpoint needs; null where it needs none. */
const KEYS = { workspace: 'ATELIER_API_KEY', admin: 'ATELIER_ADMIN_KEY', none: null } as const;

/** File that uploads in examples send. */
const FILE = 'shirt.png';

/** The kinds of answers that programs read in different ways. */
type AnswerKind = 'json' | 'text' | 'stream' | 'file' | 'nothing';

/** The parts of a request that examples show. */
interface SampleRequest {
  readonly method: Endpoint['method'];
  /** With example IDs in place of parameters. */
  readonly path: string;
  readonly key: string | null;
  readonly json: unknown;
  /** Form fields beside the file; null where no form is sent. */
  readonly form: Readonly<Record<string, string>> | null;
  readonly answer: AnswerKind;
}

/** A request to an endpoint in each language, with the values of its example. IDs have to be replaced by real ones. */
export function codeSamples(endpoint: Endpoint): readonly CodeSample[] {
  const request = requestOf(endpoint);
  return [
    { lang: 'curl', source: inCurl(request) },
    { lang: 'TypeScript', source: inTypeScript(request) },
    { lang: 'Python', source: inPython(request) },
  ];
}

function requestOf(endpoint: Endpoint): SampleRequest {
  const parameters = propertiesOf(endpoint.params);
  const path = pathParameters(endpoint.path).reduce(
    (text, name) => text.replace(`{${name}}`, String(exampleOf(parameters[name] ?? {}))),
    endpoint.path,
  );
  const { body, form } = endpoint;
  const fields = Object.entries(propertiesOf(form)).map(([name, schema]) => [name, String(exampleOf(schema))]);
  return {
    method: endpoint.method,
    path,
    key: KEYS[endpoint.auth],
    json: body ? (endpoint.example ?? exampleOf(body)) : null,
    form: form ? Object.fromEntries(fields) : null,
    answer: answerOf(endpoint),
  };
}

function answerOf({ response }: Endpoint): AnswerKind {
  if (response.schema) return 'json';
  if (!response.mediaType) return 'nothing';
  if (response.mediaType === 'text/event-stream') return 'stream';
  return response.mediaType.startsWith('text/') ? 'text' : 'file';
}

function inCurl({ method, path, key, json, form, answer }: SampleRequest): string {
  const options = [
    ...(method === 'GET' || json !== null || form ? [] : [`-X ${method}`]),
    ...(method === 'PATCH' ? [`-X ${method}`] : []),
    ...(key ? [`-H "Authorization: Bearer $${key}"`] : []),
    ...(json === null ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(json, null, 2)}'`]),
    ...(form ? [`-F file=@${FILE}`, ...Object.entries(form).map(([name, value]) => `-F ${name}=${value}`)] : []),
    ...(answer === 'stream' ? ['-N'] : answer === 'file' ? ['-o picture.png'] : []),
  ];
  return [`curl "$ATELIER_URL${path}"`, ...options].join(' \\\n  ');
}

function inTypeScript({ method, path, key, json, form, answer }: SampleRequest): string {
  const headers = [
    ...(key ? [`Authorization: \`Bearer \${process.env.${key}}\``] : []),
    ...(json === null ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(json === null ? [] : [`body: JSON.stringify(${indented(JSON.stringify(json, null, 2))})`]),
    ...(form ? ['body: form'] : []),
  ];
  const setUp = form
    ? [
        "import { openAsBlob } from 'node:fs';",
        '',
        'const form = new FormData();',
        `form.set('file', await openAsBlob('${FILE}'), '${FILE}');`,
        ...Object.entries(form).map(([name, value]) => `form.set('${name}', '${value}');`),
        '',
      ]
    : [];
  const given = options.length > 0 ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : '';
  const call = `const response = await fetch(\`\${process.env.ATELIER_URL}${path}\`${given});`;
  return [
    ...(answer === 'file' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    ...setUp,
    call,
    TYPESCRIPT[answer],
  ].join('\n');
}

const TYPESCRIPT: Readonly<Record<AnswerKind, string>> = {
  json: 'console.log(response.status, await response.json());',
  text: 'console.log(await response.text());',
  stream: 'for await (const text of response.body!.pipeThrough(new TextDecoderStream())) console.log(text);',
  file: "await writeFile('picture.png', Buffer.from(await response.arrayBuffer()));",
  nothing: 'console.log(response.status);',
};

function inPython({ method, path, key, json, form, answer }: SampleRequest): string {
  const parameters = [
    `os.environ["ATELIER_URL"] + "${path}"`,
    ...(key ? [`headers={"Authorization": "Bearer " + os.environ["${key}"]}`] : []),
    ...(json === null ? [] : [`json=${indented(pythonOf(json), 4)}`]),
    ...(form ? [`files={"file": open("${FILE}", "rb")}`, `data=${indented(pythonOf(form), 4)}`] : []),
    ...(answer === 'stream' ? ['stream=True'] : []),
  ];
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...parameters.map((parameter) => `    ${parameter},`),
    ')',
    PYTHON[answer],
  ].join('\n');
}

const PYTHON: Readonly<Record<AnswerKind, string>> = {
  json: 'print(response.status_code, response.json())',
  text: 'print(response.text)',
  stream: 'for line in response.iter_lines():\n    print(line.decode())',
  file: 'with open("picture.png", "wb") as file:\n    file.write(response.content)',
  nothing: 'print(response.status_code)',
};

/** A JSON value as Python writes it. */
function pythonOf(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (found) => words[found] ?? found,
  );
}

function indented(text: string, columns = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(columns)}`);
}
