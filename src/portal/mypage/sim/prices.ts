import { sizes } from '#portal/fields/sim-choices.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'

type Priced = {
  readonly monthlyDeltaYen: number
  readonly oneOff: { readonly totalYen: number }
  readonly identityRequired: boolean
}

/** What is shown beside the choices, so that each is made knowing its price; missing where none is known. */
export type Prices = {
  readonly monthlyDeltaYen: Readonly<Partial<Record<LineKind, number>>>
  readonly oneOffYen: Readonly<Partial<Record<SimSize, number>>>
  /** Kinds after whose order the holder is identified. */
  readonly identified: readonly LineKind[]
}

/** Asks the estimate of each kind and of each form: the month hangs on the kind, the issue on the form. */
export async function pricesOf(
  url: URL,
  kinds: readonly LineKind[],
  estimate: (kind: LineKind, size: SimSize) => Promise<Priced>,
): Promise<Prices> {
  const ask = async (kind: LineKind, size: SimSize) => {
    const answer = await attempt(url, estimate(kind, size))
    return 'value' in answer ? answer.value : undefined
  }
  const [first = 'data'] = kinds
  const [byKind, bySize] = await Promise.all([
    Promise.all(kinds.map(async (kind) => [kind, await ask(kind, 'nano')] as const)),
    Promise.all(sizes.map(async (size) => [size, (await ask(first, size))?.oneOff.totalYen])),
  ])
  return {
    monthlyDeltaYen: Object.fromEntries(
      byKind.map(([kind, estimated]) => [kind, estimated?.monthlyDeltaYen]),
    ),
    oneOffYen: Object.fromEntries(bySize),
    identified: byKind.flatMap(([kind, estimated]) => (estimated?.identityRequired ? [kind] : [])),
  }
}
