import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import {
  attribute,
  classesOf,
  descendants,
  textOf,
  type Element,
} from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { madeStates, seededStates, type StateOfMember } from './member-states.ts'
import { openPages } from './pages.ts'
import { useSeededHarness } from './seeded.ts'
import { useApplicants } from './use-applicants.ts'

const screens = {
  トップ: '/mypage/top.html',
  データ: '/mypage/data/usage.html',
  料金: '/mypage/billing/top.html',
  ご契約内容: '/mypage/contract.html',
  かんたん: '/mypage/lite',
} as const

const seeded = await useSeededHarness()
const made = await useApplicants('2026-11-01T07:00:00+09:00')
const browseSeeded = await openPages(seeded)
const browseMade = await openPages(made)

/** What a screen says first: so many parts of text below its heading. */
const FIRST = 4

function firstWords(page: Page): string {
  if (page.leadsTo !== undefined) return `→ ${new URL(page.leadsTo).pathname}`
  const hidden = new Set(
    page.elements.filter(isHidden).flatMap((one) => [one, ...descendants(one)]),
  )
  const isPart = (one: Element) => parts.has(one.tagName) && !hidden.has(one)
  const whole = page.elements.filter((one) => isPart(one) && !descendants(one).some(isPart))
  // A figure that stands by itself is one too.
  const within = new Set(whole.flatMap(descendants))
  const isFigure = (one: Element) =>
    one.tagName === 'strong' && !within.has(one) && !hidden.has(one)
  return page.elements
    .filter((one) => whole.includes(one) || isFigure(one))
    .map((one) => textOf(one).replaceAll(madeNumber, '090-1000-****'))
    .filter((text) => text !== '')
    .slice(0, FIRST)
    .join('｜')
}

/** Of members made for tests, which are numbered through all files of a run. */
const madeNumber = /0[89]0-[12]\d{3}-\d{4}/gu

const parts = new Set(['h1', 'h2', 'h3', 'p', 'li', 'dt', 'dd', 'td', 'th'])
const isHidden = (one: Element) =>
  one.tagName === 'nav' ||
  attribute(one, 'aria-hidden') === 'true' ||
  classesOf(one).includes('visually-hidden')

async function cellsOf({ name, arrange, after }: StateOfMember, browse: typeof browseMade) {
  const member = await arrange()
  const visitor = browse(member)
  const cells: string[] = []
  for (const [screen, path] of Object.entries(screens))
    cells.push(`  ${screen}：${firstWords(await visitor.open(path))}`)
  if (member !== undefined) {
    const { rows } = await member.call(api.noticesGet, { query: { limit: 5 } })
    // Two of one moment stand in no order.
    const [mail] = rows
      .filter(({ at }) => at === rows[0]?.at)
      .toSorted((a, b) => (a.title + a.body < b.title + b.body ? -1 : 1))
    const [sentence = ''] = mail?.body.split(/(?<=。)/u) ?? []
    cells.push(`  メール：${mail === undefined ? 'なし' : `${mail.title}｜${sentence.trim()}`}`)
  }
  await after?.()
  return [`# ${name}`, ...cells].join('\n')
}

/** The table is read as a whole when it changes: is every sentence true of the state it stands under? */
test('会員がどの状態でも、どの画面も、はじめに本当のことを言う', async () => {
  const table: string[] = []
  for (const state of seededStates(seeded)) table.push(await cellsOf(state, browseSeeded))
  for (const state of madeStates(made)) table.push(await cellsOf(state, browseMade))
  await expect(`${table.join('\n\n')}\n`).toMatchFileSnapshot('../member-states.txt')
})

test('どの状態でも、使えない回線に「問題ありません」「使い切りました」とは言わない', async () => {
  const page = await browseSeeded(await seeded.signIn('nakamura')).open(screens.トップ)
  expect(page.text).not.toMatch(/問題はありません|使い切りました|すぐ止める|チャージ/)
  expect(page.text).toContain('開通前の回線（音声通話SIM・nanoSIM）')
})
