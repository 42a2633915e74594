import { announcementSuite } from './announcement.ts'
import { cardPageSuite } from './card-page.ts'
import { cardSuite } from './card.ts'
import { carrierSuite } from './carrier.ts'
import type { Suite } from './check.ts'
import { groupServiceSuite } from './group-service.ts'
import { identitySuite } from './identity.ts'
import { letterSuite } from './letter.ts'
import { mailSuite } from './mail.ts'
import { navigationSuite } from './navigation.ts'
import { oidcSuite } from './oidc.ts'
import { pointsSuite } from './points.ts'
import { textMessageSuite } from './text-message.ts'

/** Every system that can be tried, by the name it has on the command line. */
export const suites: Readonly<Record<string, Suite>> = {
  announcement: announcementSuite,
  card: cardSuite,
  'card-page': cardPageSuite,
  carrier: carrierSuite,
  'group-services': groupServiceSuite,
  identity: identitySuite,
  letters: letterSuite,
  mail: mailSuite,
  navigation: navigationSuite,
  oidc: oidcSuite,
  points: pointsSuite,
  'text-messages': textMessageSuite,
}

/** A numbered sentence of the prose: `- **CARD-3** An unknown card …`, with the lines that are indented below it. */
const clause = /^- \*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\* (.*(?:\n {2}.*)*)/gm

/** The sentences of docs/outside-systems.md by their ids, in their order. @throws Error for an id that stands twice */
export function clausesIn(prose: string): ReadonlyMap<string, string> {
  const clauses = new Map<string, string>()
  for (const [, id = '', text = ''] of prose.matchAll(clause)) {
    if (clauses.has(id)) throw new Error(`${id} stands twice`)
    clauses.set(id, text.replaceAll(/\s*\n\s*/g, ' '))
  }
  return clauses
}
