/** The provider's own stylesheet: every rule under its own class names, so it cannot touch the portal. */
export const navigationStyle = `.provider-navi, .provider-footer { color-scheme: light dark; font: 14px/1.6 "Noto Sans JP", "Hiragino Sans", sans-serif; color: light-dark(#1a1a1c, #f1f1f4); background: light-dark(#f8f8fb, #1a1a1c) }
.provider-navi { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 16px; padding: 0 16px; border-bottom: 1px solid light-dark(#d8d8db, #414143) }
.provider-navi a, .provider-footer a { display: inline-block; padding: 8px 4px; color: inherit; text-decoration: none }
.provider-navi a:hover, .provider-footer a:hover { text-decoration: underline }
.provider-navi a:focus-visible, .provider-footer a:focus-visible { outline: 4px solid light-dark(#000, #fff); outline-offset: 2px }
.provider-navi__brand { font-weight: 700 }
.provider-navi__links, .provider-footer__links { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 0; padding: 0; list-style: none }
.provider-footer { padding: 12px 16px; border-top: 1px solid light-dark(#d8d8db, #414143) }
.provider-footer__note { margin: 4px 4px 0; font-size: 12px; color: light-dark(#4d4d4d, #b4b4b7) }
`
