import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { InteractionResults } from 'oidc-provider'
import { codePage } from './code-pages.ts'
import { SECOND_FACTOR_ACR } from './second-factor-policy.ts'
import type { CodeReceiver, OneTimeCodes } from './one-time-codes.ts'

type CodeContext = Context<{ Bindings: HttpBindings }, '/:uid/code'>

const amr = ['pwd', 'otp', 'mfa']

/** The step after the password, where the portal asked for a second factor: `/login/<uid>/code`. */
export function codeSteps(options: {
  codes: OneTimeCodes
  accountName: string
  finish: (c: CodeContext, result: InteractionResults) => Promise<Response>
  expired: (c: CodeContext) => Promise<Response>
  /** Whoever typed the right code has the mail address. */
  onRight: (sub: string) => void
}) {
  const { codes, accountName, finish } = options
  const routes = new Hono<{ Bindings: HttpBindings }>()

  const show = async (
    c: CodeContext,
    { email }: CodeReceiver,
    said: { note?: string; error?: string } = {},
    status: 200 | 401 | 422 | 429 = 200,
  ) => c.html(await codePage({ email, accountName, ...said }), status)

  const shut = (c: CodeContext, receiver: CodeReceiver, waitSeconds: number) => {
    c.header('retry-after', String(waitSeconds))
    const minutes = Math.ceil(waitSeconds / 60)
    const error = `入力の誤りや再送が続いたため、確認を一時的に止めています。${minutes}分ほどたってから、もう一度お試しください。`
    return show(c, receiver, { error }, 429)
  }

  routes.get('/:uid/code', async (c) => {
    const receiver = codes.receiverOf(c.req.param('uid'))
    return receiver === undefined ? options.expired(c) : show(c, receiver)
  })

  routes.post('/:uid/code', async (c) => {
    const uid = c.req.param('uid')
    const receiver = codes.receiverOf(uid)
    if (receiver === undefined) return options.expired(c)
    const body = await c.req.parseBody()
    if (body['back'] !== undefined)
      return finish(c, { error: 'access_denied', error_description: 'the member turned back' })
    if (body['resend'] !== undefined) {
      const sent = await codes.send(uid, receiver)
      const note = '新しい確認コードをお送りしました。前のコードは使えません。'
      return sent === 'sent' ? show(c, receiver, { note }) : shut(c, receiver, sent.waitSeconds)
    }
    const given = typeof body['code'] === 'string' ? body['code'].normalize('NFKC').trim() : ''
    if (!/^\d{6}$/.test(given))
      return show(c, receiver, { error: '確認コードは、6桁の数字で入力してください。' }, 422)
    const found = codes.check(uid, given)
    if (found === 'right') {
      options.onRight(receiver.sub)
      const login = { accountId: receiver.sub, remember: true, amr, acr: SECOND_FACTOR_ACR }
      return finish(c, { login })
    }
    if (found === 'wrong')
      return show(c, receiver, { error: '確認コードが違います。もう一度入力してください。' }, 401)
    if (found === 'expired') {
      const error =
        '確認コードの有効期限が切れました。「コードをもう一度送る」を押し、新しいコードを入力してください。'
      return show(c, receiver, { error }, 401)
    }
    return shut(c, receiver, found.waitSeconds)
  })

  return routes
}
