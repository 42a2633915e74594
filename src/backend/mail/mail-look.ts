/**
 * The site's colours for mails, where no style sheet of ours is read: the same roles as in ui/tokens.css, which a test
 * compares them with. Dark ones are for clients that ask for them.
 */
export const light = {
  ink: '#14211f',
  muted: '#4b5c59',
  line: '#d6e0dd',
  sunken: '#e9f1ef',
  raised: '#ffffff',
  brand: '#0b5c60',
  accent: '#b8470f',
  'accent-ink': '#ffffff',
  danger: '#ad1438',
  'ring-base': '#0b5c60',
  'ring-add': '#6d55b8',
  'ring-track': '#d9e6e3',
  'ring-dot': '#d2560f',
  'ring-warn': '#a86a00',
} as const

export type Look = Readonly<Record<keyof typeof light, string>>

export const dark: Look = {
  ink: '#e8f0ee',
  muted: '#a9bab6',
  line: '#2d3d3a',
  sunken: '#0a1110',
  raised: '#172221',
  brand: '#74cbc4',
  accent: '#f4a06b',
  'accent-ink': '#2b1103',
  danger: '#ff9aa9',
  'ring-base': '#74d8cb',
  'ring-add': '#c3b1ff',
  'ring-track': '#28403e',
  'ring-dot': '#ff9a57',
  'ring-warn': '#ffcb62',
}
