import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { readSources } from '#server/content/source.ts'
import { pathOf } from '#server/content/view-path.ts'
import { billPage, pages, withQuery } from '#vocabulary/pages.ts'
import { ensureChromium } from '../tools/setup/chromium.ts'
import { installFolder } from '../tools/setup/dependencies.mjs'
import { say } from '../tools/setup/run-tool.ts'
import { logIn, openDemo } from './demo-under-test.ts'
import { openPortal } from './portal-under-test.ts'
import { median, type Row } from './row.ts'

const root = join(import.meta.dirname, '..')
/** It is a third of all files that would be installed, so it is installed by the first measurement. */
const packages = join(root, 'bench', 'lighthouse', 'node_modules')
const browserPath = ensureChromium(say)
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/** A single run may be several times off: the machine lays text out in 30 ms or in 200. */
const ROUNDS = Number(process.env['LIGHTHOUSE_ROUNDS'] ?? 3)
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Figures = {
  path: string
  scores: number[]
  lcpMs: number
  tbtMs: number
  cls: number
  /** Transferred before the first paint: the page, its style and start script in it. */
  paintKb: number
  scriptKb: number
  load: number
}

/**
 * P4 and P5: Lighthouse (mobile) over every public page and the pages of my page that are opened most, or those of
 * LIGHTHOUSE_PATHS (`/,/fee,/mypage/top.html`), written down in docs/lighthouse.md.
 */
export async function run(): Promise<Row[]> {
  await installFolder({ root, folder: join('bench', 'lighthouse'), say })
  const file = join(root, 'docs', 'lighthouse.md')
  // What was written by hand below the tables stays.
  const [, notes = ''] = /^[^]*?(\n## (?!My page)[^]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  const all: Figures[] = []
  const note = (figures: Figures) => {
    say(line(figures))
    all.push(figures)
    writeFileSync(file, documentOf(all) + notes)
  }
  const asked = process.env['LIGHTHOUSE_PATHS']?.split(',')
  const among = (paths: readonly string[]) => paths.filter((path) => !asked || asked.includes(path))
  const [shown, mine] = [among(publicPaths()), among(memberPaths())]
  if (shown.length > 0) await measurePublic(shown, note)
  if (mine.length > 0) await measureMember(mine, note)
  return []
}

type Note = (figures: Figures) => void

async function measurePublic(paths: readonly string[], note: Note) {
  const portal = await openPortal()
  const web = await portal.startOne('/')
  try {
    // The scripts' best compression takes seconds; every visitor but the first few gets it.
    await warmUp(`${portal.origin}/`)
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    for (const path of paths) note(await middle(portal.origin, path, portal.folder))
  } finally {
    await web.stop()
    await portal.close()
  }
}

/** My page as sato of the demo sees it. */
async function measureMember(paths: readonly string[], note: Note) {
  const portal = await openDemo()
  try {
    const cookie = await sessionOf(portal.origin, 'sato')
    await warmUp(`${portal.origin}${pages.top}`, cookie)
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    for (const path of paths) note(await middle(portal.origin, path, portal.folder, cookie))
  } finally {
    await portal.close()
  }
}

async function sessionOf(origin: string, loginId: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await logIn(page, origin, loginId, pages.top)
    const cookies = await page.context().cookies(origin)
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await browser.close()
  }
}

async function middle(origin: string, path: string, folder: string, cookie?: string) {
  // The first visit makes and compresses what is stored; the second is the one that is measured.
  await warmUp(origin + path, cookie)
  const rounds: Figures[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await measureInTime(origin, path, folder, cookie))
  return middleOf(path, rounds)
}

function memberPaths(): string[] {
  const lastMonth = Temporal.Now.plainDateISO('Asia/Tokyo')
    .toPlainYearMonth()
    .subtract({ months: 1 })
  return [
    pages.top,
    pages.usage,
    pages.billing,
    billPage(lastMonth.toString()),
    pages.planSize,
    withQuery(pages.topUp, { step: 'confirm', packId: '500mb' }),
  ]
}

function publicPaths(): string[] {
  const { fragments } = readSources(join(root, 'content'))
  return fragments.map(({ view }) => pathOf(view))
}

async function warmUp(url: string, cookie?: string) {
  const headers = { 'accept-encoding': 'br', 'sec-ch-ua-mobile': '?1', ...(cookie && { cookie }) }
  const html = await (await fetch(url, { headers })).text()
  const assets = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path)
  for (const path of new Set(assets)) await fetch(new URL(path, url), { headers })
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

/** On a busy machine Lighthouse now and then records nothing (NO_NAVSTART): that is no figure, and it is asked again. */
async function measureInTime(
  origin: string,
  path: string,
  folder: string,
  cookie?: string,
): Promise<Figures> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await measure(origin, path, folder, cookie)
    } catch (error) {
      if (attempt === 3) throw error
    }
}

async function measure(
  origin: string,
  path: string,
  folder: string,
  cookie?: string,
): Promise<Figures> {
  const file = join(folder, 'lighthouse.json')
  const gathered = join(folder, 'gathered')
  rmSync(gathered, { recursive: true, force: true })
  const lighthouse = (...words: string[]) =>
    promisify(execFile)(
      join(packages, '.bin', 'lighthouse'),
      [
        origin + path,
        '--quiet',
        '--form-factor=mobile',
        `--only-categories=${categories.join(',')}`,
        `--chrome-flags=${flags}`,
        ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
        ...words,
      ],
      { env: { ...process.env, CHROME_PATH: browserPath } },
    )
  await lighthouse(`-G=${gathered}`)
  countProcessorTime(join(gathered, 'trace.json'))
  await lighthouse(`-A=${gathered}`, '--output=json', `--output-path=${file}`)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const value = (audit: string) => Number(report.audits[audit].numericValue)
  const requests: Request[] = report.audits['network-requests'].details.items
  const [{ observedFirstContentfulPaint: paintMs }] = report.audits.metrics.details.items
  const sum = (wanted: (request: Request) => boolean) =>
    requests.filter(wanted).reduce((total, { transferSize }) => total + transferSize, 0) / 1000
  return {
    path,
    scores: categories.map((name) => Math.round(report.categories[name].score * 100)),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    paintKb: sum(
      ({ resourceType, url, networkRequestTime }) =>
        url.startsWith(origin) &&
        (resourceType === 'Document' || resourceType === 'Stylesheet') &&
        networkRequestTime < paintMs,
    ),
    scriptKb: sum(({ resourceType, url }) => resourceType === 'Script' && url.startsWith(origin)),
    load: loadavg()[0] ?? 0,
  }
}

type Request = {
  url: string
  resourceType: string
  transferSize: number
  networkRequestTime: number
}

type TraceEvent = { ph: string; dur?: number; tdur?: number }

/**
 * What a task took of the processor instead of what the clock showed meanwhile: with other work on the machine the
 * clock counts that too (two thirds of a page's tasks at a load of 13).
 */
function countProcessorTime(file: string) {
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(readFileSync(file, 'utf8'))
  const tasks = trace.traceEvents.filter(({ ph, tdur }) => ph === 'X' && tdur !== undefined)
  if (tasks.length === 0) throw new Error('the browser recorded no processor time')
  for (const task of tasks) task.dur = Math.min(task.dur ?? 0, task.tdur ?? 0)
  writeFileSync(file, JSON.stringify(trace))
}

/** The median of each figure by itself. */
function middleOf(path: string, rounds: readonly Figures[]): Figures {
  const middle = (figure: (one: Figures) => number) => median(rounds.map(figure))
  return {
    path,
    scores: categories.map((_, at) => middle(({ scores }) => scores[at] ?? 0)),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    tbtMs: middle(({ tbtMs }) => tbtMs),
    cls: middle(({ cls }) => cls),
    paintKb: middle(({ paintKb }) => paintKb),
    scriptKb: middle(({ scriptKb }) => scriptKb),
    load: middle(({ load }) => load),
  }
}

function line(one: Figures): string {
  const cells = [
    one.path,
    ...one.scores,
    (one.lcpMs / 1000).toFixed(2),
    one.tbtMs.toFixed(0),
    one.cls.toFixed(3),
    one.paintKb.toFixed(1),
    one.scriptKb.toFixed(1),
    one.load.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

const columns = `| page | performance | accessibility | best practices | SEO | LCP s | TBT ms | CLS | kB before paint | kB script | load |
|---|---|---|---|---|---|---|---|---|---|---|`

function documentOf(all: Figures[]): string {
  const isMine = ({ path }: Figures) => path.startsWith('/mypage')
  const mine = all.filter(isMine)
  return `# Lighthouse

Made by \`npm run bench -- lighthouse\`, which measures every public page and six of my page, or those named by \`LIGHTHOUSE_PATHS=/,/fee\` (Lighthouse ${versionOfLighthouse()}, mobile: a slow phone on slow 4G, simulated; ${cpus().length} cores).
The portal runs as in production, on its demo's stand-ins; each page is asked for once before it is measured, so that it is stored and
compressed as it is for every visitor but the first. Each figure is ${ROUNDS === 1 ? 'one run' : `the median of ${ROUNDS} runs`}.

Goals (P4, P5): performance ≥ 99, the others 100, LCP ≤ 1.0 s, TBT ≤ 50 ms, CLS ≤ 0.02, ≤ 25 kB before paint, script ≤ 100 kB. Each
task counts with the processor time it took, not with the clock's: other work on the machine does not weigh on the page. What the last
column, the machine's load, still does to a figure is by caches and by the server's answer, which is timed by the clock.

${columns}
${all
  .filter((one) => !isMine(one))
  .map(line)
  .join('\n')}
${
  mine.length === 0
    ? ''
    : `
## My page

As sato of the demo sees it, logged in; every page is rendered for the visit. Goals: performance ≥ 97, LCP ≤ 1.6 s, the others as above.

${columns}
${mine.map(line).join('\n')}
`
}`
}

function versionOfLighthouse(): string {
  const file = join(packages, 'lighthouse', 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}
