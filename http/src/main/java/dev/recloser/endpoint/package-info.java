/** Several endpoints of one service: which one the next call goes to, and which are left out for a while. */
package dev.recloser.endpoint;
