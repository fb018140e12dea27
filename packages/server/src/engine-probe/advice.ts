import type { CatalogueEntry } from '../engines/catalogue.ts';
import type { EngineOutcome, StartOutcome } from '../engines/port.ts';
import type { MadeCall } from '../engines/wire.ts';

/** How the asking ended, the making excluded. */
export type Unmade =
  | Exclude<StartOutcome, { kind: 'made' | 'started' }>
  | Exclude<EngineOutcome, { kind: 'made' }>
  /** It works, and was not done in time. */
  | { readonly kind: 'late'; readonly message: string }
  /** It works, and could not be reached any more. */
  | { readonly kind: 'lost'; readonly message: string }
  /** It made something, which could not be fetched. */
  | { readonly kind: 'unfetched'; readonly message: string }
  /** It delivered something else than the operation makes. */
  | { readonly kind: 'unusable'; readonly message: string };

/** Error codes of sockets and of TLS, as Node names them. */
const UNKNOWN_HOST = /ENOTFOUND|EAI_AGAIN|EAI_NODATA/;
const NOTHING_LISTENS = /ECONNREFUSED/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|altnames/i;

/** Words of engines that answer a wrong key, or an empty account, with an ordinary 400. */
const KEY_WORDS = /api[ _-]?key|credential/i;
const MONEY_WORDS = /quota|billing|credit|balance|payment/i;

/** The problem by the outcome of the request and its last call. */
export function problemOf(unmade: Unmade, last: MadeCall | undefined): ProbeProblem {
  switch (unmade.kind) {
    case 'policy_blocked':
    case 'input_rejected':
      return unmade.kind;
    case 'late':
      return 'timeout';
    case 'unfetched':
      return 'result_unreachable';
    case 'unusable':
      return 'unusable_output';
  }
  const answer = last?.answer;
  if (answer?.kind === 'unsent') return connectionProblem(answer.message);
  if (answer?.kind === 'broken') return /no answer came within/.test(answer.message) ? 'timeout' : 'broke_off';
  if (unmade.kind === 'uncertain' || unmade.kind === 'lost') return 'broke_off';
  return statusProblem(answer?.status ?? 200, unmade);
}

function connectionProblem(message: string): ProbeProblem {
  if (UNKNOWN_HOST.test(message)) return 'unknown_host';
  if (NOTHING_LISTENS.test(message)) return 'nothing_listens';
  return CERTIFICATE.test(message) ? 'certificate' : 'no_connection';
}

function statusProblem(status: number, { kind, message }: Unmade): ProbeProblem {
  if (status === 401 || status === 403) return 'wrong_key';
  if (status === 402) return 'no_credit';
  if (status === 404 || status === 405) return 'not_found';
  if (status === 429) return kind === 'refused' ? 'quota' : 'no_credit';
  if (status >= 500) return 'unwell';
  if (status >= 400 && KEY_WORDS.test(message)) return 'wrong_key';
  if (status >= 400 && MONEY_WORDS.test(message)) return 'no_credit';
  return 'refused';
}

/** The problem of a probe, for programs. */
export type ProbeProblem = keyof ReturnType<typeof advices>;

/** Advice for a problem. */
export function adviceOn(problem: ProbeProblem, engine: Pick<CatalogueEntry, 'name' | 'keys'>, host: string): string {
  return advices(engine, host)[problem];
}

function advices({ name, keys }: Pick<CatalogueEntry, 'name' | 'keys'>, host: string) {
  const variables = keys.join(' and ') || 'the variable of its key';
  return {
    wrong_key: `The engine did not take the key, or the key may not use this model. Compare ${variables} with the key in the engine's account.`,
    no_credit:
      "The engine's account has no money, credit or quota left for this model. Add some, or choose another plan there.",
    not_found: `The engine does not have this model, or ${host} is not its address. Compare the model in the options, and base_url, with the engine's documentation.`,
    quota: `The engine takes no more calls now. Wait a minute; if it happens often, set requests_per_minute and concurrency of ${name} to the account's limits.`,
    unknown_host: `The name ${host} is not known. Check base_url, and that this machine reaches a DNS server and the internet.`,
    nothing_listens: `Nothing listens at ${host}. Start the server on this port; in a container, 127.0.0.1 is the container itself.`,
    no_connection: `No connection to ${host} opened. Check the firewall, a proxy, and base_url.`,
    certificate: `${host} has no certificate that this machine trusts. Use http:// if the server has none, or name your own certificate in NODE_EXTRA_CA_CERTS.`,
    timeout: `The engine did not finish in time; it may be busy or still load its model. Try again, or raise timeout_seconds of ${name}.`,
    broke_off:
      'The connection broke after the call, so the engine may have made and charged the output. The call was not repeated.',
    unwell: 'The engine reports a fault of its own. Look at its status page or its log, and try again later.',
    policy_blocked:
      "The key and the address are right, but the engine's policy refused the sample or its result. Loosen the safety settings in the options or the account.",
    input_rejected:
      'The key and the address are right, but the engine refused the input. Compare the options, above all "input", with what the model expects.',
    result_unreachable: `The engine made the output, but its address could not be fetched. If it is in your own network, set ATELIER_ALLOW_PRIVATE_URLS to its range, such as 127.0.0.0/8.`,
    unusable_output:
      "The engine's answer is neither an image nor an MP4. Compare the options with what the model makes.",
    refused: 'The engine refused the call; its own words are above.',
  };
}
