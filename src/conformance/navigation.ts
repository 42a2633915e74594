import { navigation } from '#outside/navigation.ts'
import { createNavigation } from '#backend/adapters/navigation.ts'
import { bodyOf, hold, reads, same, type Bench, type Suite } from './check.ts'
import { checkTransport } from './transport.ts'

const { navigation: operation } = navigation.operations

/** What a page waits for, and what it takes. */
const WAIT_MS = 800
const MAX_BYTES = 256_000

const visitor = { is_sp: '0', dmm_login: '0', mvno_member: '0', back_path: '/fee' }

async function askFor(bench: Bench, changes: Readonly<Record<string, string>> = {}) {
  const answer = await bench.ask(operation, { parameters: { ...visitor, ...changes } })
  return { answer, html: bodyOf(answer, 200) }
}

async function checkAnswer(bench: Bench) {
  const { html } = await askFor(bench)
  hold(html.header !== '' && html.footer !== '', 'header or footer is empty')
  const faults: unknown[] = []
  const onFailure = (cause: unknown) => faults.push(cause)
  const portal = createNavigation({ url: bench.url, monotonicMs: () => 0, onFailure })
  const flags = { is_sp: false, dmm_login: false, mvno_member: false, back_path: '/fee' }
  const { isMissing } = await portal.fetch(flags)
  hold(!isMissing, `the portal's adapter takes nothing of it: ${String(faults[0])}`)
}

async function checkSpeed(bench: Bench) {
  for (const is_sp of ['0', '1', '0']) {
    const { answer } = await askFor(bench, { is_sp })
    const ms = Math.round(answer.elapsedMs)
    const withinMs = Math.min(WAIT_MS, bench.answerWithinMs)
    hold(ms < withinMs, `${answer.words} took ${ms} ms of ${withinMs}`)
    const bytes = Buffer.byteLength(answer.text)
    hold(bytes <= MAX_BYTES, `${answer.words}: ${bytes} bytes of ${MAX_BYTES}`)
  }
}

async function checkLogin(bench: Bench) {
  const back_path = '/plan?size=10&from=top'
  const { html } = await askFor(bench, { back_path })
  const link = `/auth/login?back=${encodeURIComponent(back_path)}`
  hold(linksOf(html.header).includes(link), `the header has no link to ${link}`)
}

async function checkLogout(bench: Bench) {
  const { html } = await askFor(bench, { dmm_login: '1', mvno_member: '1' })
  const links = linksOf(html.header)
  hold(links.includes('/auth/logout'), 'the header has no link to /auth/logout')
  hold(!links.some((link) => link.startsWith('/auth/login')), 'who is logged in is asked to log in')
}

const hostile = [
  'https://conf.invalid/',
  '//conf.invalid',
  '/\\conf.invalid',
  'javascript:alert(1)',
]

async function checkBackPath(bench: Bench) {
  for (const back_path of hostile) {
    const { html } = await askFor(bench, { back_path })
    const links = linksOf(html.header).filter((link) => link.startsWith('/auth/login'))
    same(`links to the login for back_path=${back_path}`, links, ['/auth/login?back=%2F'])
  }
}

/** The portal cuts away what it does not trust; what is cut away is missing on the page. */
async function checkMarkup(bench: Bench) {
  const { html } = await askFor(bench)
  for (const [name, text] of Object.entries(html)) {
    const found = /<(?:script|style|iframe|form|object|svg)\b|\son\w+=|\sstyle=|javascript:/i.exec(
      text,
    )
    hold(found === null, `${name} has ${found?.[0] ?? ''}, which the portal takes out`)
  }
  const tags = [...html.head.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag)
  const others = tags.filter((tag) => tag !== 'link' && tag !== 'meta')
  same('what head has besides link and meta', others, [])
}

async function checkStyle(bench: Bench) {
  const { html } = await askFor(bench)
  const { origin } = new URL(bench.url)
  const sheets = [...html.head.matchAll(/<link\b[^>]*\bhref="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  hold(sheets.length > 0, 'head names no stylesheet')
  for (const href of sheets) {
    hold(href.startsWith(`${origin}/`), `${href} is of another origin than the service`)
    const answer = await fetch(href, { signal: AbortSignal.timeout(bench.answerWithinMs) })
    const type = answer.headers.get('content-type') ?? 'none'
    await answer.body?.cancel()
    hold(answer.ok && type.startsWith('text/css'), `${href} answers ${answer.status}, ${type}`)
  }
}

async function checkWrapper(bench: Bench) {
  for (const is_sp of ['0', '1']) {
    const { html } = await askFor(bench, { is_sp })
    const isOpening = /^\s*<div\b[^>]*\bclass="[^"]+"[^>]*>\s*$/.test(html.main_contents)
    hold(isOpening, `main_contents is ${html.main_contents.slice(0, 80)}`)
  }
}

const linksOf = (html: string) =>
  [...html.matchAll(/\bhref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

export const navigationSuite: Suite = {
  system: navigation,
  creates: [],
  wanted: {},
  checks: [
    reads('WIRE-12', checkTransport),
    reads('NAVI-1', checkAnswer),
    reads('NAVI-2', checkSpeed),
    reads('NAVI-3', checkLogin),
    reads('NAVI-4', checkLogout),
    reads('NAVI-5', checkBackPath),
    reads('NAVI-6', checkMarkup),
    reads('NAVI-7', checkStyle),
    reads('NAVI-8', checkWrapper),
  ],
}
