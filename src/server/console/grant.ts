import { createGrantArea } from '#backend/console/grant/area.ts'
import { findingsOfTheHouse } from '../findings/findings.ts'
import type { Services } from '../services.ts'

/** Opened records, with everything of the house that may wait for a person. */
export const grantOf = (services: Services) =>
  createGrantArea({
    ...services,
    findings: [...findingsOfTheHouse(services.procedures).values()],
  })
