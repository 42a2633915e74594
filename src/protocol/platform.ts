import { z } from 'zod'
import { LOGIN_LEFT_PATH } from './reading.ts'
import { accountEndpoint, visitorEndpoint } from './endpoint.ts'
import { count, instant, opaqueId, optionalText, queryFlag, webUrl } from './primitives.ts'

const loginLeft = z
  .object({
    /** Until the login ends, if nothing is done. */
    secondsLeft: count,
    /** Using it makes it last longer; false once nothing but its age ends it. */
    canGoOn: z.boolean(),
  })
  .meta({ id: 'LoginLeft' })

export type LoginLeft = z.output<typeof loginLeft>

const announcementLevel = z.enum(['info', 'warning', 'danger'])

export const platformApi = {
  platformAuthGet: visitorEndpoint('GET', '/api/platform/auth', {
    spec: '7.2 Platform',
    summary: 'ログインの状態',
    result: z
      .object({
        /** A member of the mobile service. */
        mvno_member: z.boolean(),
        /** Signed in at the provider, with or without the mobile service. */
        dmm_login: z.boolean(),
      })
      .meta({ id: 'AuthStatus' }),
  }),

  platformAuthOpenIdGet: visitorEndpoint('GET', '/api/platform/auth/open_id', {
    spec: '7.2 Platform',
    limit: 'login',
    summary: 'ログインの開始',
    query: z.object({ back: optionalText(2048).optional() }),
    result: z.object({ authorizeUrl: webUrl }),
    errors: ['OUTSIDE_NO_ANSWER'],
  }),

  /** The one read that is no use of the login. */
  loginLeftGet: accountEndpoint('GET', LOGIN_LEFT_PATH, {
    summary: 'ログインが終わるまでの時間（尋ねても延びない）',
    result: loginLeft,
  }),

  loginLeftPost: accountEndpoint('POST', LOGIN_LEFT_PATH, {
    summary: 'ログインを続ける',
    result: loginLeft,
  }),

  platformDmmNaviGet: visitorEndpoint('GET', '/api/platform/dmm_navi', {
    spec: '7.2 Platform',
    summary: '共通ヘッダーとフッター',
    query: z.object({
      is_sp: queryFlag,
      dmm_login: queryFlag,
      mvno_member: queryFlag,
      back_path: optionalText(2048),
    }),
    result: z
      .object({
        /** HTML, cleaned on the server; all four empty when the navigation service fails (spec 8). */
        head: z.string(),
        header: z.string(),
        footer: z.string(),
        main_contents: z.string(),
      })
      .meta({ id: 'Navigation' }),
  }),

  platformAnnounceGet: visitorEndpoint('GET', '/api/platform/announce', {
    spec: '7.2 Platform',
    summary: 'お知らせバー',
    query: z.object({
      /** The route on which the bar is shown: it decides the place id (talk 80, my page 79, else 78). */
      path: optionalText(2048).optional(),
    }),
    result: z
      .object({
        placeId: z.literal([78, 79, 80]),
        size: z.literal(3),
        /** Absent when the operator has configured none. */
        scriptUrl: webUrl.optional(),
        items: z.array(
          z.object({
            id: opaqueId,
            title: z.string(),
            body: z.string(),
            level: announcementLevel,
            from: instant,
            to: instant.optional(),
          }),
        ),
      })
      .meta({ id: 'Announcement' }),
  }),
}
