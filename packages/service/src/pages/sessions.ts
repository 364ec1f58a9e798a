import { randomBytes } from 'node:crypto';

export interface Session {
  id: string;
  /** Looked up on every request, so that a revoked token ends the session; it leaves the server with nobody. */
  token: string;
  /** Stands in each form of the session: a form of another site cannot know it. */
  formKey: string;
  /** Said once on the next page. */
  notice: string | null;
  expiresAt: number;
}

const COOKIE = 'document_signing_session';
const LENGTH_MS = 8 * 60 * 60 * 1000;
/** Beyond this, the oldest session makes room. */
const MAX_SESSIONS = 10_000;

/** Signed-in senders, kept in memory: a restart signs everybody out. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly now: () => number;
  private readonly secure: boolean;

  constructor(now: () => number, secure: boolean) {
    this.now = now;
    this.secure = secure;
  }

  /** The value of a `Set-Cookie` header that begins a session. */
  begin(token: string): string {
    const id = randomBytes(32).toString('base64url');
    if (this.sessions.size >= MAX_SESSIONS) this.sessions.delete(this.sessions.keys().next().value!);
    this.sessions.set(id, {
      id,
      token,
      formKey: randomBytes(24).toString('base64url'),
      notice: null,
      expiresAt: this.now() + LENGTH_MS,
    });
    return this.cookie(id, LENGTH_MS / 1000);
  }

  find(cookies: string | undefined): Session | null {
    const id = cookies
      ?.split(';')
      .map((cookie) => cookie.trim())
      .find((cookie) => cookie.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1);
    const session = id ? this.sessions.get(id) : undefined;
    if (!session) return null;
    if (session.expiresAt > this.now()) return session;
    this.sessions.delete(session.id);
    return null;
  }

  /** The value of a `Set-Cookie` header that ends it in the browser too. */
  end(session: Session | null): string {
    if (session) this.sessions.delete(session.id);
    return this.cookie('', 0);
  }

  private cookie(value: string, seconds: number): string {
    return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }
}
