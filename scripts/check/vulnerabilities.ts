/** Severities that fail the check for a known vulnerability of a package; lower ones are only printed. */
const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);

/** The result of an audit. */
export interface AuditFinding {
  /** The checked packages, or the reason why there are none. */
  readonly scope: string;
  readonly complaint: string;
}

/**
 * Reads the output of `npm audit --json`. A registry that does not answer audits, as mirrors often do not, gives no
 * result; the check is then skipped by name.
 */
export function readAudit(printed: string): AuditFinding {
  const report = parsed(printed);
  const found = report?.vulnerabilities;
  if (typeof found !== 'object' || found === null) {
    const why = typeof report?.message === 'string' ? report.message.slice(0, 120) : 'npm printed no report';
    return { scope: `SKIPPED: the registry answers no audit: ${why}`, complaint: '' };
  }
  const all = Object.entries(found).map(([name, details]) => ({
    name,
    severity: String(Reflect.get(Object(details), 'severity')),
  }));
  const grave = all.filter(({ severity }) => GRAVE.has(severity));
  return {
    scope: `npm audit: ${all.length} known vulnerabilities, ${grave.length} of them grave`,
    complaint: grave.map(({ name, severity }) => `${name}: ${severity}`).join('\n'),
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}
