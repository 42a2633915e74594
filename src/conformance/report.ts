import type { Finding } from './run.ts'

export type Report = {
  readonly system: string
  readonly url: string
  readonly at: Temporal.Instant
  readonly findings: readonly Finding[]
  /** Sentences by their ids. */
  readonly clauses: ReadonlyMap<string, string>
}

export const reportKinds = ['text', 'json', 'junit'] as const
export type ReportKind = (typeof reportKinds)[number]

const writers: Readonly<Record<ReportKind, (report: Report) => string>> = {
  text: writeText,
  json: writeJson,
  junit: writeJunit,
}

export const writeReport = (kind: ReportKind, report: Report): string => writers[kind](report)

const count = (findings: readonly Finding[], result: Finding['result']) =>
  findings.filter((finding) => finding.result === result).length

function writeText({ system, url, findings, clauses }: Report): string {
  const lines = findings.flatMap(({ id, result, detail }) => [
    `${result.padEnd(9)}  ${id.padEnd(12)} ${clauses.get(id) ?? ''}`,
    ...(detail === undefined ? [] : [`${' '.repeat(24)}${detail}`]),
  ])
  const [holds, broken, open] = [
    count(findings, 'holds'),
    count(findings, 'broken'),
    count(findings, 'not tried'),
  ]
  const sum = `${system} at ${url}: ${holds} hold, ${broken} broken, ${open} not tried`
  return `${[...lines, '', sum].join('\n')}\n`
}

function writeJson({ system, url, at, findings, clauses }: Report): string {
  const sentences = findings.map((finding) => ({
    ...finding,
    sentence: clauses.get(finding.id) ?? '',
  }))
  return `${JSON.stringify({ system, url, at: at.toString(), sentences }, null, 2)}\n`
}

/** What build servers read: one test case for each sentence. */
function writeJunit({ system, at, findings, clauses }: Report): string {
  const cases = findings.map(({ id, result, detail = '', seconds }) => {
    const name = xml(`${id} ${clauses.get(id) ?? ''}`)
    const inner =
      result === 'broken'
        ? `<failure message="${xml(detail)}"/>`
        : result === 'not tried'
          ? `<skipped message="${xml(detail)}"/>`
          : ''
    return `  <testcase classname="${xml(system)}" name="${name}" time="${seconds}">${inner}</testcase>`
  })
  const head = [
    `name="${xml(system)}"`,
    `tests="${findings.length}"`,
    `failures="${count(findings, 'broken')}"`,
    `skipped="${count(findings, 'not tried')}"`,
    `timestamp="${at.toString({ smallestUnit: 'second' })}"`,
  ].join(' ')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite ${head}>`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n')
}

/** XML 1.0 has no place for other control characters, not even escaped. */
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  }
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '�')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
