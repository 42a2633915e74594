import { cardPage } from './card-page.ts'
import { card } from './card.ts'
import { carrier } from './carrier.ts'
import { groupServices } from './group-service.ts'
import { identityReader } from './identity.ts'
import { letters } from './letter.ts'
import type { OutsideSystem } from './operation.ts'
import { announcement, navigation } from './navigation.ts'
import { pointsPartner } from './points.ts'
import { textMessages } from './text-message.ts'

/** Every system that has a document of its own. */
export const outsideSystems: readonly OutsideSystem[] = [
  announcement,
  card,
  cardPage,
  carrier,
  groupServices,
  identityReader,
  letters,
  navigation,
  pointsPartner,
  textMessages,
]
