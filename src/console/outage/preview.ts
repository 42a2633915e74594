import {
  emergencyCallStates,
  otherWays,
  outageKinds,
  outageServiceKeys,
  outageServices,
  outageSeverities,
} from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import type { OutageOnBoard } from '#protocol/outage.ts'

type Typed = Readonly<Record<string, string>>

const chosen = <Name extends string>(names: readonly Name[], typed: string | undefined) =>
  names.find((name) => name === typed)

const ticked = <Name extends string>(typed: Typed, list: string, names: readonly Name[]) =>
  names.filter((name) => typed[`${list}.${name}`] !== undefined)

/** `2026-11-24T09:48`, as the field has it: the time in Japan. Undefined where nothing was typed. */
const momentIn = (typed: Typed, name: string): string | undefined => {
  const text = typed[name] ?? ''
  return text === '' ? undefined : `${text}:00+09:00`
}

const isLater = (a: string, b: string) => Date.parse(a) > Date.parse(b)

/**
 * An entry of the board as it would stand there, of what was typed: the page of members draws it by its own part.
 * @param asOf the time of the page, with its offset
 */
export function previewOf(typed: Typed, asOf: string, entry?: OutageOnBoard): OutageOnBoard {
  const before = entry ?? newEntry(typed, asOf)
  const calls = chosen(emergencyCallStates, typed['emergencyCalls'])
  const since = momentIn(typed, 'emergencySince')
  const until = momentIn(typed, 'until')
  const message = typed['message'] ?? ''
  const ways = ticked(typed, 'otherWays', otherWays)
  return {
    ...before,
    severity: chosen(outageSeverities, typed['severity']) ?? before.severity,
    ...(until !== undefined &&
      (before.kind === 'maintenance' ? { to: until } : { expectedEnd: until })),
    ...(calls !== undefined && {
      emergencyCalls: { state: calls, ...(since !== undefined && { since }) },
    }),
    ...(ways.length > 0 && { otherWays: ways }),
    ...(typed['intent'] === 'close' && {
      state: 'resolved',
      to: momentIn(typed, 'at') ?? asOf,
    }),
    updatedAt: asOf,
    updates: message === '' ? before.updates : [{ at: asOf, message }, ...before.updates],
  }
}

function newEntry(typed: Typed, asOf: string): OutageOnBoard {
  const from = momentIn(typed, 'beginsAt') ?? asOf
  return {
    incidentId: 'preview',
    title: typed['title'] ?? '',
    kind: chosen(outageKinds, typed['kind']) ?? 'outage',
    severity: 'degraded',
    state: isLater(from, asOf) ? 'planned' : 'ongoing',
    services: ticked(typed, 'services', outageServiceKeys).map((serviceKey) => ({
      serviceKey,
      name: outageServices[serviceKey],
    })),
    areas: [...ticked(typed, 'areas', prefectures)],
    from,
    emergencyCalls: { state: 'unknown' },
    otherWays: [],
    updatedAt: asOf,
    updates: [],
  }
}
