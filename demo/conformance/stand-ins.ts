import { startCard } from '#demo/stand-ins/card/start.ts'
import type { StandIn } from './rig.ts'

const place = { port: 0, dataFile: ':memory:', tickMs: 0 }

/** Our own stand-ins by the names of their systems. */
export const standIns: Readonly<Record<string, StandIn>> = {
  card: {
    start: (setting) => startCard({ ...place, ...setting }),
    give: async () => ({
      cardToken: 'tok_visa_4242_209912_ok_conformance',
      refusedToken: 'tok_visa_0002_209912_insufficient-funds_conformance',
    }),
  },
}
