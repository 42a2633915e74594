import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { InteractionResults } from 'oidc-provider'
import type Provider from 'oidc-provider'
import { fieldError, page } from '../wire/page.ts'
import type { Accounts, RegisteredAccounts } from './accounts.ts'
import { codeSteps } from './code-steps.ts'
import { createdAnswer } from './interaction-policy.ts'
import type { LoginAttempts } from './login-attempts.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import { registrationSteps } from './registration.ts'
import { SECOND_FACTOR_REASON, wantsSecondFactor } from './second-factor-policy.ts'

type LoginOptions = {
  provider: Provider
  accounts: Accounts
  attempts: LoginAttempts
  /** What the login ID belongs to, in the member's words. */
  accountName: string
  /** Of the second factor, where the provider has one: sent to the account's mail address. */
  codes?: OneTimeCodes
  /** Where people may register by themselves. */
  registration?: RegisteredAccounts
}

type LoginContext = Context<{ Bindings: HttpBindings }>
type LoginForm = { loginId: string; loginIdError?: string; passwordError?: string }

/** The login page: plain HTML forms, errors beside the field, nothing that needs script. */
export function loginRoutes(options: LoginOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>()

  const finish = async (c: LoginContext, result: InteractionResults) => {
    const { incoming, outgoing } = c.env
    const answer = { ...result, ...createdAnswer }
    return c.redirect(await options.provider.interactionResult(incoming, outgoing, answer), 303)
  }
  const detailsOf = (c: LoginContext) =>
    options.provider.interactionDetails(c.env.incoming, c.env.outgoing)
  const expired = async (c: LoginContext) => c.html(await expiredPage(), 400)
  const askForCode = async (c: LoginContext, sub: string) => {
    const { uid } = await detailsOf(c)
    const email = options.accounts.find(sub)?.claims['email']
    await options.codes?.send(uid, { sub, email: typeof email === 'string' ? email : '' })
    return c.redirect(`/login/${uid}/code`, 303)
  }
  const show = async (c: LoginContext, form: LoginForm, status: 200 | 401 | 403 | 422 | 429) => {
    const { uid } = await detailsOf(c)
    const registerAt = options.registration && `/login/${uid}/register`
    return c.html(await loginPage(options.accountName, form, registerAt), status)
  }

  routes.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    const found = await options.provider
      .interactionDetails(c.env.incoming, c.env.outgoing)
      .catch(() => undefined)
    return found === undefined ? expired(c) : next()
  })

  routes.get('/:uid', async (c) => {
    const { uid, params, prompt, session } = await detailsOf(c)
    if (prompt.name === 'create' && c.req.query('login') === undefined && options.registration)
      return c.redirect(`/login/${uid}/register`, 303)
    const hint = params['login_hint']
    const sub = session?.accountId
    // The password was typed within the time asked for: only the code is missing.
    const isKnown = prompt.reasons.every((reason) => reason === SECOND_FACTOR_REASON)
    if (isKnown && sub !== undefined) return askForCode(c, sub)
    return show(c, { loginId: typeof hint === 'string' ? hint : '' }, 200)
  })

  routes.post('/:uid', async (c) => {
    const body = await c.req.parseBody()
    if (body['back'] !== undefined) {
      return finish(c, { error: 'access_denied', error_description: 'the member turned back' })
    }
    const loginId = textOf(body['loginId']).normalize('NFKC').trim()
    const password = textOf(body['password'])
    if (loginId === '' || password === '') {
      return show(
        c,
        {
          loginId,
          ...(loginId === '' ? { loginIdError: 'ログインIDを入力してください。' } : {}),
          ...(password === '' ? { passwordError: 'パスワードを入力してください。' } : {}),
        },
        422,
      )
    }
    const address = c.env.incoming.socket.remoteAddress ?? ''
    const waitSeconds = options.attempts.waitSeconds(loginId, address)
    if (waitSeconds > 0) {
      c.header('retry-after', String(waitSeconds))
      const minutes = Math.ceil(waitSeconds / 60)
      const passwordError = `入力の誤りが続いたため、ログインを一時的に止めています。${minutes}分ほどたってから、もう一度お試しください。`
      return show(c, { loginId, passwordError }, 429)
    }
    if (loginId === 'locked') {
      return show(c, { loginId, loginIdError: 'このアカウントは現在ご利用になれません。' }, 403)
    }
    const account = options.accounts.findByLoginId(loginId)
    if (account === undefined || !account.isPassword(password)) {
      options.attempts.failed(loginId, address)
      const passwordError = 'ログインIDまたはパスワードが違います。もう一度入力してください。'
      return show(c, { loginId, passwordError }, 401)
    }
    options.attempts.succeeded(loginId)
    if (account.isBarred)
      return show(c, { loginId, loginIdError: 'このアカウントは現在ご利用になれません。' }, 403)
    const { params } = await detailsOf(c)
    if (options.codes && wantsSecondFactor(params['acr_values'])) return askForCode(c, account.sub)
    return finish(c, { login: { accountId: account.sub, remember: true, amr: ['pwd'] } })
  })

  const { accountName, codes, registration } = options
  if (codes) {
    const onRight = (sub: string) => registration?.confirm(sub)
    routes.route('/', codeSteps({ codes, accountName, finish, expired, onRight }))
  }
  if (codes && registration)
    routes.route('/', registrationSteps({ accounts: registration, codes, accountName, finish }))

  return routes
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function loginPage(
  accountName: string,
  form: LoginForm,
  registerAt: string | undefined,
): Promise<string> {
  const failed = form.loginIdError !== undefined || form.passwordError !== undefined
  return page(
    `${failed ? 'エラー：' : ''}${accountName}でログイン`,
    html`<p class="brand">${accountName}</p>
      <h1>ログイン</h1>
      <form method="post" novalidate>
        <label for="loginId">ログインID</label>
        <input
          id="loginId"
          name="loginId"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          value="${form.loginId}"
          aria-invalid="${form.loginIdError === undefined ? 'false' : 'true'}"
          aria-describedby="loginId-error"
        />
        ${fieldError('loginId-error', form.loginIdError)}
        <label for="password">パスワード</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid="${form.passwordError === undefined ? 'false' : 'true'}"
          aria-describedby="password-error"
        />
        ${fieldError('password-error', form.passwordError)}
        <button type="submit">ログイン</button>
        <button class="quiet" type="submit" name="back" value="1">ログインせずに戻る</button>
      </form>
      <p><a href="/account">パスワードを忘れた方</a></p>
      ${
        registerAt === undefined
          ? ''
          : html`<p>はじめての方は、<a href="${registerAt}">アカウントを登録する（無料）</a></p>`
      }`,
  )
}

function expiredPage(): Promise<string> {
  return page(
    'ログインの期限が切れました',
    html`<h1>ログインの期限が切れました</h1>
      <p>
        手続きの途中で時間がたったか、別の画面でログインが終わっています。もとのサイトに戻り、もう一度ログインしてください。
      </p>`,
  )
}
