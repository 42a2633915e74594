import {
  accessScopes,
  connectionKinds,
  isLoopbackAddress,
  keyDays,
  preparedProcedures,
} from '#vocabulary/connection.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { connectionStateWords } from '#vocabulary/states/connection.ts'
import { z } from 'zod'
import { accountEndpoint, memberEndpoint } from './endpoint.ts'
import { personal } from './personal.ts'
import { count, instant, lineId, opaqueId, text, tokyoDate, webUrl } from './primitives.ts'

import { lineName, planCode } from './procedure.ts'
import { topUpPackId } from './top-up.ts'

const scope = z.enum(accessScopes, '許すことを選んでください。')

/** A form without a tick sends no list at all. */
const NOTHING_CHOSEN = '許すことを、1つ以上選んでください。'

const connection = z
  .object({
    connectionId: opaqueId,
    kind: z.enum(connectionKinds),
    kindLabel: z.string(),
    /** As the member calls it, or as the app is registered. */
    name: personal('name', z.string()),
    /** Made by a member of the family, at the contract of who reads. */
    isOfFamily: z.boolean(),
    scopes: z.array(scope),
    /** The lines it sees; absent where it sees all of the contract. */
    lines: z.array(lineName).optional(),
    /** How a key begins; the whole was shown once. */
    prefix: z.string().optional(),
    state: z.enum(namesOf(connectionStateWords)),
    stateLabel: z.string(),
    /** Why it is over, in words. */
    endedBecause: z.string().optional(),
    madeAt: instant,
    endsAt: instant,
    endedAt: instant.optional(),
    /** When, from where and by which program it was last used. */
    lastUse: z.object({ at: instant, address: z.string(), program: z.string() }).optional(),
    /** What it did in the last 30 days: by day and scope, when last. */
    uses: z.array(z.object({ day: tokyoDate, scope, lastAt: instant })),
  })
  .meta({ id: 'Connection' })

const prepared = z
  .object({
    preparedId: opaqueId,
    procedure: z.enum(preparedProcedures),
    label: z.string(),
    /** By which program, as the member calls it. */
    by: personal('name', z.string()),
    /** Where it is confirmed, by the member alone. */
    path: z.string(),
    madeAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'PreparedOrder' })

const ownApp = z
  .object({
    clientId: opaqueId,
    name: personal('name', z.string()),
    redirectUri: z.string(),
    /** All that it may ask for. */
    scopes: z.array(scope),
    madeAt: instant,
  })
  .meta({ id: 'OwnApp' })

const connections = z
  .object({
    /** Those that are open, then those that have ended; the newest first. */
    connections: z.array(connection),
    /** What may be given here: of the whole contract, and for some lines of it. */
    toGive: z.object({ ofContract: z.array(scope), ofLines: z.array(scope) }),
    lines: z.array(lineName),
    /** Drafts that programs have made and nobody has confirmed or thrown away. */
    prepared: z.array(prepared),
    limit: count,
    /** The member's own, for scripts on their machine; the newest first. */
    ownApps: z.array(ownApp),
    ownAppLimit: count,
  })
  .meta({ id: 'Connections' })

const connectionRequest = z
  .object({
    request: opaqueId,
    appName: z.string(),
    /** Made by the member for a script on their own machine. */
    isOwn: z.boolean(),
    /** Where the answer goes. */
    redirectHost: z.string(),
    /** What the app asks for and the member may give, and what it asks for beyond. */
    asked: z.array(scope),
    beyond: z.array(scope),
    /** Of `asked`, what can be given for some lines. */
    ofLines: z.array(scope),
    lines: z.array(lineName),
    state: z.enum(['open', 'granted', 'denied']),
    /** Where the app is told of the decision. */
    continuePath: z.string(),
  })
  .meta({ id: 'ConnectionRequest' })

export const connectionApi = {
  connectionsGet: accountEndpoint('GET', '/api/connections', {
    summary: '連携しているアプリとアクセスキー',
    result: connections,
  }),

  /** It lets a program in for months: only who is proved, from a device that is known. */
  connectionsKeyPost: accountEndpoint('POST', '/api/connections/key', {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: 'アクセスキーを作る（キーはこのときだけ返る）',
    body: z.object({
      name: personal('name', text(40, '何に使うキーか、名前を入力してください。')),
      scopes: z.array(scope, NOTHING_CHOSEN).min(1, NOTHING_CHOSEN),
      /** The lines it sees; without one it sees all of the contract. */
      lineIds: z.array(lineId).default([]),
      days: z.enum(keyDays, '使える期間を選んでください。'),
    }),
    result: z.object({ connection, key: z.string() }),
    errors: ['CONNECTIONS_FULL', 'CONTRACT_NOT_ACTIVE'],
  }),

  /** Whoever fears a thief acts at once, from any device. */
  connectionsDelete: accountEndpoint('DELETE', '/api/connections', {
    summary: '連携やアクセスキーを取り消す',
    query: z.object({ connectionId: opaqueId }),
    result: connections,
    errors: ['CONNECTION_OVER'],
  }),

  connectionsRequestGet: accountEndpoint('GET', '/api/connections/request', {
    summary: 'アプリからの連携の申し出',
    query: z.object({ request: opaqueId }),
    result: connectionRequest,
    errors: ['CONNECTION_REQUEST_OVER'],
  }),

  connectionsAppPost: accountEndpoint('POST', '/api/connections/app', {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: 'アプリを連携する',
    body: z.object({
      request: opaqueId,
      scopes: z.array(scope, NOTHING_CHOSEN).min(1, NOTHING_CHOSEN),
      lineIds: z.array(lineId).default([]),
      days: z.enum(keyDays, '使える期間を選んでください。'),
    }),
    result: connectionRequest,
    errors: ['CONNECTIONS_FULL', 'CONTRACT_NOT_ACTIVE', 'CONNECTION_REQUEST_OVER'],
  }),

  connectionsAppDelete: accountEndpoint('DELETE', '/api/connections/app', {
    summary: 'アプリの連携を断る',
    query: z.object({ request: opaqueId }),
    result: connectionRequest,
    errors: ['CONNECTION_REQUEST_OVER'],
  }),

  /** Works for who has made it alone: a script on one's own machine. */
  connectionsClientPost: accountEndpoint('POST', '/api/connections/client', {
    limit: 'attempts',
    summary: '手元のスクリプト用に、自分だけのアプリを登録する',
    body: z.object({
      name: personal('name', text(40, 'アプリを見分けるための名前を入力してください。')),
      redirectUri: text(200, '戻り先のアドレスを入力してください。').refine(
        isLoopbackAddress,
        'http://127.0.0.1/ で始まる、お手元のパソコンのアドレスを入力してください。',
      ),
      scopes: z.array(scope, NOTHING_CHOSEN).min(1, NOTHING_CHOSEN),
    }),
    result: ownApp,
    errors: ['OWN_APPS_FULL', 'CONTRACT_NOT_ACTIVE'],
  }),

  /** What the member has let it do ends with it. */
  connectionsClientDelete: accountEndpoint('DELETE', '/api/connections/client', {
    summary: '自分だけのアプリの登録を消す',
    query: z.object({ clientId: opaqueId }),
    result: connections,
  }),

  /** Nothing is ordered by it: what costs money is confirmed by the member, on the page that `url` opens. */
  preparedOrdersPost: memberEndpoint('POST', '/api/prepared_orders', {
    scope: 'orders:prepare',
    summary: '手続きの下書きを作る（申し込みは、お客さまがマイページで確認してから）',
    body: z.discriminatedUnion('procedure', [
      z.object({ procedure: z.literal('topUp'), packId: topUpPackId }),
      z.object({ procedure: z.literal('planSizeChange'), plan: planCode }),
    ]),
    result: z.object({ preparedId: opaqueId, url: webUrl, expiresAt: instant }),
    errors: ['PREPARED_FULL'],
  }),

  preparedOrdersDelete: memberEndpoint('DELETE', '/api/prepared_orders', {
    summary: '手続きの下書きを消す',
    query: z.object({ preparedId: opaqueId }),
    result: connections,
  }),
}
