import { ABSOLUTE_HOURS, IDLE_MINUTES, PRESS_STORED_MINUTES } from '#vocabulary/login.ts'

/** How long a login lasts, for whom no script warns before its end. */
export function LoginTerm() {
  return (
    <noscript>
      <p className="login-term small muted">
        ログインは、{IDLE_MINUTES}分操作がないときと{ABSOLUTE_HOURS}
        時間で終わります。そのあと送信した内容は{PRESS_STORED_MINUTES}
        分預かり、ログインし直すと続けられます。
      </p>
    </noscript>
  )
}
