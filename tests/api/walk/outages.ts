import { closeOutage, openOutage } from '#backend/outage/public.ts'
import { api } from '#protocol/index.ts'
import type { OutageService } from '#vocabulary/outage.ts'
import { pages } from '#vocabulary/pages.ts'
import { note, type Deeds, type Walker } from './walker.ts'
import type { World } from './world.ts'

type Kind = { readonly title: string; readonly services: readonly OutageService[] }

const kinds: readonly Kind[] = [
  { title: '通話がつながらない状態', services: ['voice'] },
  { title: 'データ通信がつながりにくい状態', services: ['data', 'sms'] },
  { title: 'マイページがつながりにくい状態', services: ['mypage', 'procedures'] },
]

export type Ongoing = {
  readonly id: string
  readonly title: string
  readonly notified: Set<string>
}
export type Board = { ongoing: Ongoing | undefined; opened: number }

/** Staff open an outage or, when one lasts, close it. @returns what screens and messages say against the board */
export async function changeBoard(world: World, board: Board, deeds: Deeds, which: number) {
  const { harness } = world
  const { services: deps } = harness
  const now = harness.clock.now()
  const { db } = harness.database
  const { ongoing } = board
  if (ongoing !== undefined) {
    const end = { outageId: ongoing.id, message: '復旧しました。', at: now }
    await db.transaction().execute((tx) => closeOutage(tx, deps, { now }, end))
    board.ongoing = undefined
    note(deeds, 'outage closed')
    await harness.drain()
    return afterEnd(world, ongoing)
  }
  const { title: what, services } = kinds[which % kinds.length] ?? { title: '', services: [] }
  const title = `${what}（${(board.opened += 1)}）`
  const beginsAt = now.subtract({ minutes: 20 })
  const until = now.add({ hours: 8 })
  const message = '復旧を進めています。'
  const entered = { kind: 'outage', severity: 'outage', services, areas: [] } as const
  const id = await db
    .transaction()
    .execute((tx) => openOutage(tx, deps, { now }, { ...entered, title, beginsAt, until, message }))
  board.ongoing = { id, title, notified: new Set() }
  note(deeds, 'outage opened')
  await harness.drain()
  return duringOutage(world, board.ongoing)
}

async function duringOutage({ harness, walkers }: World, { id, title, notified }: Ongoing) {
  const { services, incidents } = await harness.visitor(api.serviceStatusGet)
  const found = [
    ...(incidents.some((one) => one.incidentId === id && one.state === 'ongoing')
      ? []
      : [`障害「${title}」が掲示板にない`]),
    ...(services.every(({ state }) => state === 'normal')
      ? [`「${title}」なのに、どれも正常`]
      : []),
  ]
  for (const { loginId } of walkers) {
    const { call } = await harness.signIn(loginId)
    const { incidents: mine } = await call(api.outageConcerningGet)
    if (!mine.some(({ incidentId }) => incidentId === id)) continue
    const { rows } = await call(api.noticesGet, { query: { kind: 'outage' } })
    if (rows.some((row) => row.title === title)) notified.add(loginId)
  }
  return found
}

async function afterEnd({ harness, walkers }: World, { id, title, notified }: Ongoing) {
  const found: string[] = []
  const { incidents } = await harness.visitor(api.serviceStatusGet)
  if (!incidents.some((one) => one.incidentId === id && one.state === 'resolved'))
    found.push(`終わった障害「${title}」が、終わったと掲示されていない`)
  for (const { loginId } of walkers) {
    const { call } = await harness.signIn(loginId)
    const { incidents: mine } = await call(api.outageConcerningGet)
    if (mine.some(({ incidentId }) => incidentId === id))
      found.push(`${loginId} に「${title}」が残る`)
    const { rows } = await call(api.noticesGet, { query: { kind: 'outage' } })
    const isNotified = rows.some((row) => row.title === `【復旧しました】${title}`)
    if (isNotified !== notified.has(loginId))
      found.push(`${loginId} への「${title}」の復旧のお知らせ: ${isNotified}`)
  }
  return found
}

/** What the first screen of a member says in an outage that concerns them, and that it is silent in none. */
export async function topInOutage(world: World, { ongoing }: Board, { loginId }: Walker) {
  const member = await world.harness.signIn(loginId)
  const { incidents } = await member.call(api.outageConcerningGet)
  const lasting = incidents.filter(({ state }) => state === 'ongoing')
  const { text } = await world.browse(member).open(pages.top)
  return [
    ...lasting.flatMap(({ title }) => (text.includes(title) ? [] : [`トップに「${title}」がない`])),
    ...(lasting.length > 0 && text.includes('問題はありません')
      ? ['障害中に、問題はないと言う']
      : []),
    ...(ongoing === undefined && lasting.length > 0 ? ['終わった障害が、続いている'] : []),
  ]
}
