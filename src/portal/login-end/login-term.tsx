import { ABSOLUTE_HOURS, IDLE_MINUTES, PRESS_STORED_MINUTES } from '#vocabulary/login.ts'

/** How long a login lasts, for whom no script warns; true with script as well. */
export function LoginTerm() {
  return (
    <p className="login-term small muted">
      ログインは、{IDLE_MINUTES}分のあいだ操作がないときと、ログインから{ABSOLUTE_HOURS}
      時間で終わります。終わったあとに送信した内容は{PRESS_STORED_MINUTES}
      分のあいだ預かり、もう一度ログインすると続けられます。
    </p>
  )
}
