const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Android.*Mobile/u, 'Androidスマートフォン'],
  [/Android/u, 'Androidタブレット'],
  [/Windows/u, 'Windowsパソコン'],
  [/Macintosh/u, 'Mac'],
  [/CrOS/u, 'Chromebook'],
  [/Linux/u, 'Linuxパソコン'],
]

/** The first match counts: a browser whose user agent also names another comes before that one. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/(?:OPR|Opera)\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/(?:Chrome|CriOS)\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
]

/** 「iPhone（Safari）」: enough for the member to recognise a device of their own. */
export function deviceWords(userAgent: string): string {
  const find = (names: typeof systems) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  const browser = find(browsers)
  if (system === undefined) return browser ?? 'その他の端末'
  return browser === undefined ? system : `${system}（${browser}）`
}
