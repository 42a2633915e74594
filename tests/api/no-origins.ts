/** No other origin is let in, and the portal is reached without TLS. */
export const noOrigins = {
  platform: [],
  platformScripts: [],
  identityProvider: [],
  reporting: [],
  https: false,
}
