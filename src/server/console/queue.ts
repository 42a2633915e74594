import { createQueueArea } from '#backend/console/queue/area.ts'
import { findingsOfTheHouse } from '../findings/findings.ts'
import type { Services } from '../services.ts'

/** The queues over everything of the house that may wait for a person. */
export const queueOf = (services: Services) =>
  createQueueArea(services, findingsOfTheHouse(services.procedures))
