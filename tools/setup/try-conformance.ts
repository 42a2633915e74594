import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { StartRefusal } from '#process/start-refusal.ts'
import { createBench } from '#conformance/bench.ts'
import type { Bench, Suite } from '#conformance/check.ts'
import { clausesIn, suites } from '#conformance/systems.ts'
import { openInbox } from '#conformance/inbox.ts'
import { openReturn, type Return } from '#conformance/return.ts'
import { reportKinds, writeReport } from '#conformance/report.ts'
import { runSuite } from '#conformance/run.ts'
import { startRig } from '#demo/conformance/rig.ts'
import { standIns } from '#demo/conformance/stand-ins.ts'
import { root } from './root.ts'
import { say } from './run-tool.ts'

const names = Object.keys(suites).join(', ')
const usage = `npm run conformance -- <system> <url>; the systems are ${names}; options: docs/conformance.md.`

/** A word in place of an address: our own stand-in, started for it. */
const STAND_IN = 'stand-in'

function readWords(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'secret-file': { type: 'string' },
        reports: { type: 'string' },
        'report-secret-file': { type: 'string' },
        return: { type: 'string' },
        given: { type: 'string', multiple: true, default: [] },
        only: { type: 'string', multiple: true, default: [] },
        'read-only': { type: 'boolean', default: false },
        patience: { type: 'string', default: '60' },
        report: { type: 'string', default: 'text' },
        out: { type: 'string' },
      },
    })
    return { ...values, system: positionals[0] ?? '', url: positionals[1] ?? '' }
  } catch (error) {
    throw new StartRefusal(`${error instanceof Error ? error.message : ''} ${usage}`)
  }
}

/** How long a person may take on a page. */
const PERSON_MS = 300_000

type Words = ReturnType<typeof readWords>

/**
 * What `npm run conformance` does with the words behind it. @returns its exit code
 * @throws StartRefusal with the sentence that refuses them
 */
export async function tryConformance(args: string[]): Promise<number> {
  const words = readWords(args)
  const suite = suites[words.system]
  const kind = reportKinds.find((known) => known === words.report)
  if (!suite || !words.url) throw new StartRefusal(`Name the system and its address: ${usage}`)
  if (!kind) throw new StartRefusal(`--report is one of ${reportKinds.join(', ')}.`)
  const prose = clausesIn(readFileSync(join(root, 'docs/outside-systems.md'), 'utf8'))
  const unknown = words.only.find((id) => !prose.has(id))
  if (unknown) throw new StartRefusal(`There is no sentence ${unknown}.`)

  const { bench, close } = await openBench(words, suite)
  try {
    announce(suite, words)
    const options = { isReadOnly: words['read-only'], only: words.only }
    const findings = await runSuite(suite, bench, options)
    const at = Temporal.Now.instant()
    const facts = { system: words.system, url: words.url, at, findings, clauses: prose }
    const text = writeReport(kind, facts)
    if (words.out === undefined) process.stdout.write(text)
    else writeFileSync(words.out, text)
    return findings.some(({ result }) => result === 'broken') ? 1 : 0
  } finally {
    await close()
  }
}

/** What will be left behind, before anything is. */
function announce({ creates, wanted }: Suite, words: Words) {
  if (words['read-only']) say('Nothing is changed (--read-only).')
  else for (const line of creates) say(`This leaves behind: ${line}.`)
  for (const [name, { what }] of Object.entries(wanted))
    if (words.url !== STAND_IN && !words.given.some((word) => word.startsWith(`${name}=`)))
      say(`Not given: ${name}, ${what}. Its sentences are not tried.`)
}

async function openBench(
  words: Words,
  suite: Suite,
): Promise<{ bench: Bench; close: () => Promise<void> }> {
  const standIn = standIns[words.system]
  if (words.url === STAND_IN && standIn) {
    const at = Temporal.Now.instant().toString()
    const rig = await startRig(standIn, { at })
    return { bench: rig.open(), close: () => rig.close() }
  }
  if (!URL.canParse(words.url)) throw new StartRefusal(`${words.url} is no address.`)
  const patienceSeconds = Number(words.patience)
  if (!(patienceSeconds >= 0)) throw new StartRefusal('--patience is a number of seconds.')
  const now = () => Temporal.Now.instant()
  const inbox = await openReports(words)
  const back = words.return === undefined ? undefined : await openReturn(...placeOf(words.return))
  const given = readGiven(words.given, suite)
  const bench = createBench({
    url: words.url.replace(/\/$/, ''),
    secret: readSecret(words['secret-file']),
    // Unless another address was registered, the person comes back to this one.
    given: async (name) => (await given(name)) ?? (name === 'returnUrl' ? back?.url : undefined),
    inbox,
    person: back && askPerson(back, given),
    answerWithinMs: suite.answerWithinMs ?? 5000,
    time: { now, wait: (seconds) => pause(seconds * 1000), patienceSeconds },
  })
  const close = async () => {
    await inbox?.close()
    await back?.close()
  }
  return { bench, close }
}

/** Says what is to be done in a browser, and waits for it to come back. */
function askPerson(back: Return, given: Bench['given']): NonNullable<Bench['person']> {
  return async (deed, address) => {
    say(`Please ${deed}: ${address}`)
    const arrived = await back.next(PERSON_MS)
    const registered = await given('returnUrl')
    // A proxy may have led the browser from the registered address to ours.
    return arrived === '' || registered === undefined
      ? arrived
      : registered + new URL(arrived).search
  }
}

function placeOf(text: string): [string, number] {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(text) ?? []
  if (!host) throw new StartRefusal(`${text} is not host:port.`)
  return [host, Number(port)]
}

async function openReports({ reports, 'report-secret-file': file }: Words) {
  if (reports === undefined) return undefined
  const [host, port] = placeOf(reports)
  if (file === undefined) throw new StartRefusal('--reports wants --report-secret-file.')
  const now = () => Temporal.Now.instant()
  return openInbox({ host, port, secret: readSecret(file), now })
}

/** A secret is never a word of the command line: others on the machine read those. */
function readSecret(file: string | undefined) {
  return file === undefined ? '' : readFileSync(file, 'utf8').trim()
}

/** A value that is good for one check only is handed out once. */
function readGiven(words: readonly string[], { wanted }: Suite) {
  const values = new Map<string, string[]>()
  for (const word of words) {
    const [name = '', ...value] = word.split('=')
    if (!(name in wanted))
      throw new StartRefusal(`--given knows ${Object.keys(wanted).join(', ') || 'nothing here'}.`)
    values.set(name, [...(values.get(name) ?? []), value.join('=')])
  }
  return async (name: string) =>
    wanted[name]?.isSpent ? values.get(name)?.shift() : values.get(name)?.[0]
}
