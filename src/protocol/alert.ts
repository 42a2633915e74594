import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { instant, masked } from './primitives.ts'
import { ALERT_SETTINGS_PATH } from './reading.ts'

const notificationThreshold = z.object({
  unit: z.enum(['remainingBytes', 'usedPercent', 'chargesYen']),
  /** Bytes left, percent used (1–100), or yen of this month's extra charges. */
  value: z.int().min(1).max(1_000_000_000_000),
  enabled: z.boolean(),
})

const notificationSettings = {
  thresholds: z.array(notificationThreshold).max(10),
  channel: z.enum(['mail', 'none']),
}

/** Told when the data is used up, once for what was given last. */
const usedUp = z.boolean()

export const alertApi = {
  highSpeedResidualNotificationGet: memberEndpoint('GET', ALERT_SETTINGS_PATH, {
    spec: '7.2 Data and lines',
    summary: 'データ残量のお知らせ設定',
    result: z.object({
      ...notificationSettings,
      usedUp,
      mailTo: masked,
      /** At most one notice per threshold and month. */
      sent: z.array(
        z.object({
          at: instant,
          unit: z.enum([...notificationThreshold.shape.unit.options, 'usedUp']),
          value: z.int(),
          message: z.string(),
        }),
      ),
    }),
  }),

  highSpeedResidualNotificationPut: memberEndpoint('PUT', ALERT_SETTINGS_PATH, {
    spec: '7.2 Data and lines',
    summary: 'データ残量のお知らせ設定を変える',
    /** Without usedUp it stays as it is. */
    body: z.object({ ...notificationSettings, usedUp: usedUp.optional() }),
    result: z.object({ ...notificationSettings, usedUp: usedUp.optional() }),
  }),
}
