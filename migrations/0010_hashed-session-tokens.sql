-- Who is signed in stays so: a token is now stored as its SHA-256, in base64url.
update sessions set token = rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '=');
