import fc from 'fast-check'
import { orderedOperations } from '#vocabulary/operation.ts'

/** What begins with an application is no deed of a member. */
const procedures = orderedOperations.filter((one) => one !== 'lineOpen' && one !== 'lineTakeover')

/** How a button is pressed, and what goes wrong meanwhile. */
const manners = [
  'once',
  'twice at once',
  'beside another',
  'answer lost',
  'mistaken',
  'taken back',
  'commit lost',
  'commit unanswered',
  'carrier unanswered',
] as const

export const outside = [
  'carrier down',
  'carrier silent',
  'carrier doubles',
  'carrier disorders',
  'way to the carrier cut',
  'carrier well',
  'card refuses',
  'card well',
] as const

const procedure = fc.record({
  do: fc.constant('procedure' as const),
  name: fc.constantFrom(...procedures),
  /** Pressed at the same moment in the other session. */
  beside: fc.constantFrom(...procedures),
  // A lost answer of the database is waited for in earnest: three seconds each.
  how: fc.constantFrom(...manners.slice(0, 7), ...manners),
})

const act = fc.oneof(
  { weight: 14, arbitrary: procedure },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('profile' as const), isNewDevice: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tidy' as const), cancel: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('port away' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('outage' as const), which: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('outside' as const),
      what: fc.constantFrom(...outside, 'carrier well' as const, 'card well' as const),
    }),
  },
)

/** What changes a contract while a size may wait for the worker. */
const atNight = [
  'contractCancel',
  'lineCancel',
  'cancelUndo',
  'planSizeUndo',
  'planSizeChange',
  'simAdd',
  'topUp',
] as const

/** What one member does, and how many hours pass before the next. */
export const step = fc.record({
  member: fc.nat(11),
  line: fc.nat(2),
  act,
  hours: fc.constantFrom(0, 1, 1, 2, 3, 6, 9),
  /** How late the worker is, if a month turns in these hours. */
  late: fc.constantFrom(0, 1, 2, 2),
  /** What is done instead while it is late. */
  atNight: fc.constantFrom(...atNight),
})
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
export type Request = Extract<Step['act'], { do: 'procedure' }> & { readonly line: number }
