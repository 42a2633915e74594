import { cardSuite } from './card.ts'
import { carrierSuite } from './carrier.ts'
import type { Suite } from './check.ts'
import { groupServiceSuite } from './group-service.ts'
import { pointsSuite } from './points.ts'
import { textMessageSuite } from './text-message.ts'

/** Every system that can be tried, by the name it has on the command line. */
export const suites: Readonly<Record<string, Suite>> = {
  card: cardSuite,
  carrier: carrierSuite,
  'group-services': groupServiceSuite,
  points: pointsSuite,
  'text-messages': textMessageSuite,
}
