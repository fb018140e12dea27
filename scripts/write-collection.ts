// `npm run collection [-- URL]`: writes all requests as a collection for Postman and Bruno, and prints its path.
import fs from 'node:fs';
import path from 'node:path';
import { requestCollection } from '@atelier/contract';

const [, , serverUrl = 'http://127.0.0.1:8787'] = process.argv;
const file = path.resolve(import.meta.dirname, '../out/atelier.postman_collection.json');
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.writeFileSync(file, `${JSON.stringify(requestCollection(serverUrl), null, 2)}\n`);
process.stdout.write(`${file}\n`);
