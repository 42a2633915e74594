import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { instant, opaqueId, text } from './primitives.ts'

const widgets = z.object({
  widgets: z.array(
    z
      .object({
        widgetId: opaqueId,
        name: z.string(),
        /** How its address begins; the whole was shown once. */
        prefix: z.string(),
        madeAt: instant,
        lastReadAt: instant.optional(),
      })
      .meta({ id: 'Widget' }),
  ),
})

export const widgetApi = {
  widgetsGet: memberEndpoint('GET', '/api/widgets', {
    summary: 'データの残りを見せるウィジェットの一覧',
    result: widgets,
  }),

  widgetsPost: memberEndpoint('POST', '/api/widgets', {
    // An address outlives the login that made it: whoever has only a password leaves none behind.
    knownDevice: true,
    summary: 'ウィジェットを作る（アドレスはこのときだけ返る）',
    body: z.object({
      name: text(20, 'どこに置くか、名前を入力してください。'),
    }),
    result: z.object({ widgetId: opaqueId, url: z.string() }),
    errors: ['CONTRACT_ENDED', 'WIDGETS_FULL'],
  }),

  widgetsDelete: memberEndpoint('DELETE', '/api/widgets', {
    summary: 'ウィジェットを消す',
    query: z.object({ widgetId: opaqueId }),
    result: widgets,
    errors: ['NOT_FOUND'],
  }),
}
