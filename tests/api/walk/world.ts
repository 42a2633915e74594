import { createTestDatabase } from '../database.ts'
import { coverLine, imeiOf, putSimIntoDevice } from '../devices.ts'
import { startCommitGate } from '../faults/commit-gate.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import { startHarness } from '../harness.ts'
import { putCard } from '../members.ts'
import { openPages } from '../pages.ts'
import { rowsOf } from '../rows.ts'
import { standInFault } from '../stand-ins.ts'
import type { outside } from './steps.ts'
import { over, startWalk, type Walker } from './walker.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type Outside = (typeof outside)[number]

/** How its people use their phones: what is used and called comes in by the carrier's feeds. Who is equipped is idle. */
const habits = ['light', 'idle', 'commuter', 'family', 'idle', 'heavy-child']

const FIRST_DEVICE = 900_000

const carrierModes: Readonly<Partial<Record<Outside, object>>> = {
  'carrier down': { mode: 'down' },
  // Each of them is waited for in earnest.
  'carrier silent': { mode: 'silent', times: 2 },
  'carrier doubles': { mode: 'duplicate' },
  'carrier disorders': { mode: 'out-of-order' },
}

/** So many members with the ways to the database and to the carrier on which things can go wrong. */
export async function startWorld(at: string, members: number) {
  const gate = await startCommitGate(new URL(await createTestDatabase()))
  const way = await startFaultProxy(new URL('http://127.0.0.1:9'))
  const harness = await startHarness(
    at,
    { CARRIER_URL: way.url },
    { past: { url: gate.url }, prints: true },
  )
  // Where it leads is known once the carrier's stand-in runs.
  way.moveTo(new URL(harness.carrier.url))
  const walk = await startWalk(at, { members, harness, habits })
  const browse = await openPages(harness)
  let mode: Outside = 'carrier well'

  async function setCarrier(what: Outside) {
    way.fault({ kind: what === 'way to the carrier cut' ? 'cut' : 'none' })
    await standInFault(harness.carrier, { mode: 'off', ...carrierModes[what] })
  }

  /** Every third has a phone that is covered. */
  async function equip(place: number) {
    const contract_id = walk.walkers[place]?.contractId
    if (contract_id === undefined || place % 3 !== 1) return
    const [line] = await rowsOf(harness, 'line', ['line_id'], { contract_id }, 'position')
    const lineId = line?.line_id ?? ''
    const joinedAt = harness.clock.now().toString()
    await coverLine(harness, { contractId: contract_id, lineId }, joinedAt)
    await putSimIntoDevice(harness, lineId, imeiOf(FIRST_DEVICE + walk.all.length + place))
  }
  for (const place of walk.walkers.keys()) await equip(place)

  return {
    ...walk,
    gate,
    way,
    browse,
    /** A carrier or a card that is out of order stays so until it is well again. */
    async put(what: Outside, { contractId }: Walker) {
      if (what === 'card well') return putCard(harness, contractId)
      if (what === 'card refuses') return putCard(harness, contractId, 'insufficient-funds')
      mode = what
      await setCarrier(what)
    },
    /** Whose contract is over makes room for somebody new, whose lines the carrier has to know. */
    async greet() {
      const rows = await rowsOf(harness, 'contract', ['contract_id', 'status'])
      const gone = new Set(rows.flatMap((row) => (over.has(row.status) ? [row.contract_id] : [])))
      const places = [...walk.walkers.keys()]
      const free = places.filter((place) => gone.has(walk.walkers[place]?.contractId ?? ''))
      if (free.length === 0) return
      await setCarrier('carrier well')
      for (const place of free) {
        await walk.join(place)
        await equip(place)
      }
      await setCarrier(mode)
    },
    async stop() {
      await harness.stop()
      await gate.close()
      await way.close()
    },
  }
}
