// Denies grants of cloudfront-sign-webcrypto by their ID (a CloudFront Function for viewer requests, with the
// runtime cloudfront-js-2.0 and a key value store that has a key for each denied ID).
//
// CloudFront itself checks the signature and the expiry of the URL. This function can only deny more.
import cf from 'cloudfront';

const deniedIds = cf.kvs();

async function handler(event) {
    const request = event.request;
    // The query as the viewer sent it: undefined without a ?.
    const query = request.rawQueryString() || '';
    const id = grantIdOf(query);
    if (id === undefined) return deny('The URL needs the parameter grant-id, once, and its name nowhere else.');
    if (!isSigned(query) && hasSigningCookies(request)) return deny('Signed cookies carry no grant ID.');
    try {
        const isDenied = await deniedIds.exists(id);
        if (isDenied === true) return deny('This grant was revoked.');
        // A store that does not answer, with false, must not let a denied ID pass.
        if (isDenied !== false) return deny('The list of denied grants cannot be read.');
    } catch (error) {
        return deny('The list of denied grants cannot be read.');
    }
    // Unchanged, because the signature covers grant-id. The cache policy keeps it out of the cache key.
    return request;
}

// The ID that is signed. The * in a signed pattern stands for any text of the query, so a viewer can write the
// signed text into another parameter, with another ID in front: ?grant-id=other&x=grant-id=ID. So the name may
// occur only once, with escapes and capital letters counted too.
function grantIdOf(query) {
    const places = decoded(query).toLowerCase().split('grant-id').length - 1;
    const parameter = /(?:^|&)grant-id=([A-Za-z0-9_-]{1,64})(?:&|$)/.exec(query);
    return places === 1 && parameter !== null ? parameter[1] : undefined;
}

function decoded(text) {
    return text.replace(/%([0-9A-Fa-f]{2})/g, function (escape, digits) {
        return String.fromCharCode(parseInt(digits, 16));
    });
}

// CloudFront ignores the cookies of a request whose URL is signed. If a parameter is missing, it may use them.
function isSigned(query) {
    return /(?:^|&)(?:Policy|Expires)=[^&]/.test(query) &&
        /(?:^|&)Signature=[^&]/.test(query) &&
        /(?:^|&)Key-Pair-Id=[^&]/.test(query);
}

// Also in values: this event may show as part of a value what CloudFront reads as a cookie.
function hasSigningCookies(request) {
    let text = '';
    // Inherited ones too: a cookie may be called __proto__.
    for (let name in request.cookies) text += name + JSON.stringify(request.cookies[name]);
    return /cloudfront-(policy|expires|signature|key-pair-id|hash-algorithm)/i.test(decoded(text));
}

function deny(reason) {
    return {
        statusCode: 403,
        statusDescription: 'Forbidden',
        headers: {
            'cache-control': { value: 'no-store' },
            'content-type': { value: 'text/plain; charset=utf-8' }
        },
        body: { encoding: 'text', data: reason + '\n' }
    };
}
