/*
 * A provider for OpenSSL 3 whose SHA-1 fails, so that a runtime with it refuses SHA-1 in digests, signatures,
 * verifications and PBKDF2. Numbers and types are those of openssl/core.h and openssl/core_dispatch.h, so that
 * it compiles without OpenSSL's headers. Source: OpenSSL manual, provider(7) and provider-digest(7).
 */
#include <stddef.h>
#include <string.h>

typedef void (*function)(void);
typedef struct {
  int id;
  function function;
} dispatch;
typedef struct {
  const char *names;
  const char *properties;
  const dispatch *functions;
  const char *description;
} algorithm;
typedef struct {
  const char *key;
  unsigned int type;
  void *data;
  size_t size;
  size_t returned;
} parameter;

enum { operation_digest = 1, query_operation = 1027 };
enum { digest_new = 1, digest_init, digest_update, digest_final, digest_free = 6, digest_get_params = 8 };

static void *no_context(void *provider) { return (void)provider, NULL; }
static int no_init(void *context, const parameter *parameters) { return (void)context, (void)parameters, 0; }
static int no_update(void *context, const unsigned char *data, size_t size) {
  return (void)context, (void)data, (void)size, 0;
}
static int no_final(void *context, unsigned char *digest, size_t *size, size_t room) {
  return (void)context, (void)digest, (void)size, (void)room, 0;
}
static void no_free(void *context) { (void)context; }

/* OpenSSL takes a digest only if it knows its sizes. */
static int get_params(parameter *parameters) {
  for (parameter *p = parameters; p->key != NULL; p++) {
    size_t value = strcmp(p->key, "size") == 0 ? 20 : strcmp(p->key, "blocksize") == 0 ? 64 : 0;
    if (p->size == sizeof(size_t))
      *(size_t *)p->data = value;
    else
      *(int *)p->data = (int)value;
    p->returned = p->size;
  }
  return 1;
}

static const dispatch digest_functions[] = {
    {digest_new, (function)no_context},     {digest_init, (function)no_init},
    {digest_update, (function)no_update},   {digest_final, (function)no_final},
    {digest_free, (function)no_free},       {digest_get_params, (function)get_params},
    {0, NULL}};
static const algorithm digests[] = {
    {"SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", "sha1.refused=yes", digest_functions, "SHA-1 that fails"},
    {NULL, NULL, NULL, NULL}};

static const algorithm *query(void *provider, int operation, int *no_cache) {
  (void)provider;
  *no_cache = 0;
  return operation == operation_digest ? digests : NULL;
}

static const dispatch provider_functions[] = {{query_operation, (function)query}, {0, NULL}};

int OSSL_provider_init(const void *handle, const dispatch *in, const dispatch **out, void **context) {
  (void)in;
  *out = provider_functions;
  *context = (void *)handle;
  return 1;
}
