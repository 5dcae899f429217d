"""The second step at sign-in, a code from an app or a passkey: allauth's `mfa`, adapted to this site."""
