import { expect, test } from 'vitest'
import { plantAtDesk } from './plant-at-desk.ts'
import { openDeskPages } from './desk-pages.ts'
import { openPages } from './pages.ts'
import { useSeededHarness } from './seeded.ts'
import { standInFault } from './stand-ins.ts'

// What lies in the queues, each to its end on the desk's screens, without the shell and without script. By keys alone:
// tests/e2e/console.e2e.ts.

const harness = await useSeededHarness()
const browse = await openPages(harness)
const atDesk = await openDeskPages(harness)

type Desk = Awaited<ReturnType<typeof atDesk>>

/** The first item of a queue, taken by who is logged in. */
async function takeFirst(desk: Desk, queue: string) {
  const taken = await (await desk.open(`/queue/${queue}`)).press('次の1件')
  expect(taken.text).toContain('次の1件を担当しました。')
  return taken
}

type Item = Awaited<ReturnType<typeof takeFirst>>

/** Fills in the form of an act and decides; the item says until when it can be taken back. */
async function decide(item: Item, act: string, answers: Readonly<Record<string, string>> = {}) {
  const decided = await item.press('決める', answers, `${act}…`)
  expect(decided.text).toContain('1分後に実行します')
}

/** What is due in the next hour is done. */
async function hourPasses() {
  await harness.drain()
  await harness.walkTo(harness.clock.now().add({ hours: 1 }).toString())
  await harness.drain()
}

const countOf = async (desk: Desk, queue: string) =>
  Number.parseInt(/(\d+)件/u.exec((await desk.open(`/queue/${queue}`)).text)?.[1] ?? '', 10)

test('どのカードにも返せない返金は、2人がそれぞれ控えを見て打ち込み、1度だけ記録される', async () => {
  await plantAtDesk(harness.services, 'refund')
  const taken = await takeFirst(await atDesk('ikeda'), 'refund')
  const slip = { transferredOn: '2026-11-19', reference: 'F-20261119-0077' }
  const proposed = await taken.press('提案する', {
    ...slip,
    amountYen: '1631',
    accountEnd: '418',
    reason: 'ご指定の口座に振り込みました。',
  })
  expect(proposed.text).toContain('提案しました。')
  expect(proposed.text).toContain('提案した本人は承認できません')

  const second = await atDesk('sasaki')
  const proposal = await second.open(proposed.url.pathname)
  expect(proposal.text).not.toContain(slip.reference)
  const wrong = await proposal.press('承認して実行する', { ...slip, amountYen: '1,631' })
  expect([wrong.status, wrong.valueOf('reference'), wrong.valueOf('amountYen')]).toEqual([
    400,
    slip.reference,
    '1,631',
  ])
  expect(wrong.fieldErrors).toEqual(['金額を円の数字で入力してください。'])
  const done = await wrong.press('承認して実行する', { amountYen: '1631', accountEnd: '418' })
  expect(done.text).toContain('承認し、実行しました。')
  expect(done.text).toContain(slip.reference)
  expect(await countOf(second, 'refund')).toBe(0)
})

test('決め方も渡す相手も選ばずに押すと、その欄で言い、お断りにも自分の担当にもならない', async () => {
  // Whoever has never been at the desk can be handed nothing.
  await atDesk('sasaki')
  const desk = await atDesk('fukuda')
  const item = await (await desk.open('/queue/application')).follow('お申し込みを審査する')
  const reason = '書類が足りません。'
  const undecided = await item.press('決める', { reason }, 'お申し込みを審査する…')
  expect([undecided.status, undecided.fieldErrors, undecided.valueOf('reason')]).toEqual([
    400,
    ['決め方を選んでください。'],
    reason,
  ])
  const note = '午後に電話があります。'
  const check = await (await desk.open('/queue/identity')).follow('本人確認を書類で見比べる')
  const unnamed = await check.press('渡す', { note })
  expect([unnamed.status, unnamed.fieldErrors, unnamed.valueOf('note')]).toEqual([
    400,
    ['渡す相手を選んでください。'],
    note,
  ])
  for (const queue of ['application', 'identity']) {
    const mine = await desk.open(`/queue/${queue}?holder=mine`)
    expect([queue, mine.text.includes('この条件に合う件はありません')]).toEqual([queue, true])
  }
  const opened = await (
    await desk.open('/t/new')
  ).press('受け付ける', {
    channel: 'telephone',
    reason: 'contact',
    topic: 'data',
    text: 'お電話',
  })
  const unassigned = await opened.press('渡す', { text: note })
  expect([unassigned.status, unassigned.fieldErrors]).toEqual([400, ['渡す相手を選んでください。']])
})

test('2段階目の確認が古くなってから提案すると、確認し直して戻ったとき、まだ何も実行していないと言う', async () => {
  const desk = await atDesk('fukuda')
  const item = await (await desk.open('/queue/identity')).follow('本人確認を書類で見比べる')
  const taken = await item.press('受け持つ')
  harness.clock.set(harness.clock.now().add({ minutes: 11 }).toString())
  const { leadsTo = '' } = await taken.press('提案する', { reason: '書類を見ました。' })
  const back = new URL(leadsTo).searchParams.get('back') ?? ''
  expect((await desk.open(back)).text).toContain('まだ何も実行していません。')
  expect((await desk.open('/approval')).text).not.toContain('書類を見ました。')
})

test('お申し込みは審査して受け付け、1分後に申し込んだ方に届く', async () => {
  const item = await takeFirst(await atDesk('fukuda'), 'application')
  const shown = await item.press('内容を表示する')
  expect(shown.text).toContain('フリガナ')
  await decide(shown, 'お申し込みを審査する', { choice: 'accept' })
  await hourPasses()
  expect(await countOf(await atDesk('fukuda'), 'application')).toBe(0)
})

test('答えのない依頼、送れない連絡、確定できない請求は、もう一度行うと列からなくなる', async () => {
  await standInFault(harness.carrier, { mode: 'down' })
  await plantAtDesk(harness.services, 'answer')
  for (const [queue, act, answers] of [
    ['answer', '外部への依頼をもう一度送る', {}],
    // A code that has failed is sent no more: the member asks for another.
    ['message', '確認事項を処理する', { choice: 'settle' }],
    ['bill', '請求を確定しなおす', {}],
  ] as const) {
    const desk = await atDesk('ikeda')
    const before = await countOf(desk, queue)
    await decide(await takeFirst(desk, queue), act, answers)
    await standInFault(harness.carrier, { mode: 'off' })
    await hourPasses()
    expect([queue, await countOf(await atDesk('ikeda'), queue)]).toEqual([queue, before - 1])
  }
})

test('修理・交換の請求は、説明を読んで認めると、会員の画面に次の段階が出る', async () => {
  const devices = '/mypage/device.html'
  const own = browse(await harness.signIn('kobayashi'))
  const form = await (await own.open(devices)).follow('修理・交換を請求する')
  const confirm = await form.press('内容を確認する', {
    cause: 'damage',
    happenedOn: String(harness.clock.now()).slice(0, 10),
  })
  const story = '=cmd <b>床に落としました</b>'
  const sent = await confirm.press('修理・交換を請求する', { story, agreed: 'yes' })
  expect(sent.heading).toBe('修理・交換の請求の受付')

  const item = await takeFirst(await atDesk('fukuda'), 'claim')
  const shown = await item.press('内容を表示する')
  // What a member wrote is text, whatever it looks like.
  expect(shown.text).toContain(story)
  await decide(shown, '修理・交換の請求を進める', { choice: 'photographs' })
  await hourPasses()
  expect((await browse(await harness.signIn('kobayashi')).open(devices)).text).toContain('写真')
})
