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
