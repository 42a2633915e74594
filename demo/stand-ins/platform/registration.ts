import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import type { InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import { fieldError, page } from '../wire/page.ts'
import type { RegisteredAccounts } from './accounts.ts'
import type { OneTimeCodes } from './one-time-codes.ts'

type RegistrationContext = Context<{ Bindings: HttpBindings }, '/:uid/register'>

export type RegistrationOptions = {
  accounts: RegisteredAccounts
  codes: OneTimeCodes
  accountName: string
}

const fields = ['name', 'email', 'password'] as const
type Field = (typeof fields)[number]

const passwordMin = 10

const typedSchema = z.object({
  name: z
    .string()
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, 'お名前を入力してください。')
        .max(60, 'お名前は60文字までで入力してください。'),
    ),
  email: z
    .string()
    .transform((text) => text.normalize('NFKC').trim().toLowerCase())
    .pipe(
      z.email('メールアドレスの形をお確かめください（例：hanako@example.jp）。').max(200, {
        error: 'メールアドレスが長すぎます。',
      }),
    ),
  password: z
    .string()
    .min(passwordMin, `パスワードは${passwordMin}文字以上で入力してください。`)
    .max(200, 'パスワードは200文字までで入力してください。'),
})

type Form = { typed: Partial<Record<Field, string>>; errors: Partial<Record<Field, string>> }

/** Making an account: `/login/<uid>/register`. The address is confirmed by the code that goes to it. */
export function registrationSteps(
  options: RegistrationOptions & {
    finish: (c: RegistrationContext, result: InteractionResults) => Promise<Response>
  },
) {
  const { accounts, codes, accountName } = options
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const show = async (c: RegistrationContext, form: Form, status: 200 | 409 | 422 | 429) =>
    c.html(await registrationPage(accountName, c.req.param('uid'), form), status)

  routes.get('/:uid/register', (c) => show(c, { typed: {}, errors: {} }, 200))

  routes.post('/:uid/register', async (c) => {
    const body = await c.req.parseBody()
    if (body['back'] !== undefined)
      return options.finish(c, {
        error: 'access_denied',
        error_description: 'the member turned back',
      })
    const typed = Object.fromEntries(
      fields.map((field) => [field, typeof body[field] === 'string' ? body[field] : '']),
    )
    const parsed = typedSchema.safeParse(typed)
    if (!parsed.success) return show(c, { typed, errors: errorsOf(parsed.error) }, 422)
    const { email } = parsed.data
    const sub = accounts.register(parsed.data)
    if (sub === undefined) {
      const taken =
        'このメールアドレスは、すでに登録されています。下の「ログインする」からお進みください。'
      return show(c, { typed, errors: { email: taken } }, 409)
    }
    const uid = c.req.param('uid')
    const sent = await codes.send(uid, { sub, email })
    if (sent !== 'sent') {
      c.header('retry-after', String(sent.waitSeconds))
      const minutes = Math.ceil(sent.waitSeconds / 60)
      const email = `登録の手続きが続いたため、一時的に止めています。${minutes}分ほどたってから、もう一度お試しください。`
      return show(c, { typed, errors: { email } }, 429)
    }
    return c.redirect(`/login/${uid}/code`, 303)
  })

  return routes
}

function errorsOf(error: z.ZodError): Form['errors'] {
  const errors: Form['errors'] = {}
  for (const { path, message } of error.issues) {
    const field = fields.find((one) => one === path[0])
    if (field !== undefined) errors[field] ??= message
  }
  return errors
}

function registrationPage(
  accountName: string,
  uid: string,
  { typed, errors }: Form,
): Promise<string> {
  const failed = Object.keys(errors).length > 0
  const input = (field: Field, label: string, attributes: Record<string, string>) =>
    html`<label for="${field}">${label}</label>
      <input
        id="${field}"
        name="${field}"
        type="${attributes['type'] ?? 'text'}"
        autocomplete="${attributes['autocomplete'] ?? ''}"
        required
        value="${field === 'password' ? '' : (typed[field] ?? '')}"
        aria-invalid="${errors[field] === undefined ? 'false' : 'true'}"
        aria-describedby="${field}-error"
      />
      ${fieldError(`${field}-error`, errors[field])}`
  return page(
    `${failed ? 'エラー：' : ''}${accountName}の登録`,
    html`<p class="brand">${accountName}</p>
      <h1>アカウントの登録（無料）</h1>
      <p>メールアドレスがログインIDになります。次の画面で、届いた確認コードを入力してください。</p>
      <form method="post" novalidate>
        ${input('name', 'お名前', { autocomplete: 'name' })}
        ${input('email', 'メールアドレス', { type: 'email', autocomplete: 'email' })}
        ${input('password', `パスワード（${passwordMin}文字以上）`, {
          type: 'password',
          autocomplete: 'new-password',
        })}
        <button type="submit">確認コードを送る</button>
        <button class="quiet" type="submit" name="back" value="1">登録せずに戻る</button>
      </form>
      <p>アカウントをお持ちの方は、<a href="/login/${uid}?login=1">ログインする</a></p>`,
  )
}
