import type { Findings } from '#backend/finding.ts'
import { findLingeringOrders } from './lingering-orders.ts'
import type { Registry } from './registry.ts'

export const orderFindings = (procedures: Registry) =>
  ({
    'order-overdue': {
      what: 'orders past their day, or without an answer from the carrier, for a day',
      resolve:
        'Look at carrier_exchange and carrier_report of that number. Nothing is sent again by hand: the same id goes out until the carrier answers.',
      rows: async (db, now) => {
        const orders = await findLingeringOrders(db, procedures, now)
        return orders
          .filter(({ overdue }) => overdue)
          .map(({ orderNo, procedure, state, since }) => ({
            ref: orderNo,
            detail: `${procedure} ${state}`,
            since,
          }))
          .toSorted((a, b) => Temporal.Instant.compare(a.since, b.since))
      },
    },
  }) satisfies Findings
